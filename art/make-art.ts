import { readFileSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import {
  DRAWINGS,
  emailRiverSvg,
  giftPictureSvg,
  PLACE_DRAWINGS,
  plateSvg,
  productSvg,
} from '#art/drawings.ts'
import { LARGE, SMALL, type Engraving } from '#art/figures/engrave.ts'
import { plateOf, type Plate } from '#art/figures/plate.ts'
import { PRODUCTS, type ProductId } from '#art/illustrations/product.ts'
import type { Scheme } from '#art/illustrations/scheme.ts'
import { homeScreenIcon, ico, plainTabIcon, tabIcon } from '#art/social-images/icon.ts'
import { png } from '#art/social-images/png.ts'
import { clinic } from '#clinic/current-clinic.ts'
import { therapies } from '#clinic/current-therapies.ts'
import { color } from '#clinic/palette.ts'

// `npm run art` writes the drawings and icons that the site serves, and the colours of emails. They are committed, so the
// build draws only the social cards, whose text is content, and what a new therapy, logo or colour needs. Run it after
// changing a drawing.

const ROOT = resolve(import.meta.dirname, '..')
/** Everything in it is generated. */
const DRAWINGS_FOLDER = 'public/drawings'
/** The file of each drawing. */
const PLATES_CSS = 'src/styles/plates.css'
const ICON = 'public/favicon.svg'
const EMAIL_STYLES = 'src/server/email/email-styles.css'
const EMAIL_COLORS = 'src/server/email/email-colors.ts'

/** Draws every file, by its path in the repository. */
export async function makeArt(): Promise<Record<string, string | Buffer>> {
  const plates = Object.fromEntries(NAMES.map((name) => [name, plateOf(name)]))
  const inBothSchemes = (folder: string, names: string[], engraving: Engraving) =>
    SCHEMES.flatMap((scheme) =>
      names.map((name) => [
        `public${plateUrl(folder, name, scheme)}`,
        plateSvg(plates[name]!.draw({ ...engraving, scheme })),
      ]),
    )
  return {
    ...svgFiles('', Object.keys(DRAWINGS), (name) => DRAWINGS[name]?.() ?? ''),
    ...svgFiles('', shownOfPlace(), (name) => PLACE_DRAWINGS[name]?.() ?? ''),
    ...Object.fromEntries([
      ...inBothSchemes('', NAMES, { fineness: SMALL }),
      ...inBothSchemes('raised/', WINDOWS, { fineness: SMALL, raise: RAISE }),
      ...inBothSchemes('large/', HEROES, { fineness: LARGE }),
    ]),
    ...svgFiles('products/', Object.keys(PRODUCTS), (id) => productSvg(id as ProductId)),
    [ICON]: tabIcon(),
    'public/favicon.ico': ico(await png(plainTabIcon(32)), 32),
    'public/apple-touch-icon.png': await png(homeScreenIcon(180)),
    'public/icons/192.png': await png(homeScreenIcon(192)),
    'public/icons/512.png': await png(homeScreenIcon(512)),
    'src/components/therapy/plates.json': `${JSON.stringify(pointsOf(plates), undefined, 2)}\n`,
    [PLATES_CSS]: platesCss(),
    [EMAIL_COLORS]: emailColorsModule(),
    'src/server/email/email-river.ts': pictureModule(
      'emailRiver',
      'The river above each email',
      await png(emailRiverSvg(), 8),
    ),
    'src/server/email/gift-picture.ts': pictureModule(
      'giftPicture',
      'The picture of the gift email',
      await png(giftPictureSvg(plates['massage']!.draw({ fineness: SMALL })), 4),
    ),
  }
}

/** The drawings in the windows of the home page. */
const WINDOWS = therapies.map(({ image }) => image)
const TECHNIQUES = therapies.flatMap(({ techniques }) => techniques.map(({ image }) => image))
/** The last two are drawings of pages and of the voucher, whatever the therapies are. */
const NAMES = [...new Set([...WINDOWS, ...TECHNIQUES, 'first-visit', 'massage'])]
/** The drawings at the top of a page. */
const HEROES = [...WINDOWS, 'first-visit']
const SCHEMES: Scheme[] = ['light', 'dark']
/** How much higher the relief is under the pointer. */
const RAISE = 1.3

/** A clinic elsewhere does not ship them. */
const shownOfPlace = ({ skyline, map } = clinic.pictures) => [
  ...(skyline ? ['waterfront'] : []),
  ...(map ? ['map'] : []),
]

const plateUrl = (folder: string, name: string, scheme: Scheme) =>
  `/drawings/plates/${folder}${name}${scheme === 'dark' ? '-dark' : ''}.svg`

const svgFiles = (folder: string, names: string[], draw: (name: string) => string) =>
  Object.fromEntries(names.map((name) => [`${DRAWINGS_FOLDER}/${folder}${name}.svg`, draw(name)]))

/** The points, which pages draw above the mask in a colour of their own. */
const pointsOf = (plates: Record<string, Plate>) =>
  Object.fromEntries(Object.entries(plates).map(([name, { points }]) => [name, points]))

/** A module, because a function is one file. Its lines are short enough to compare. */
const pictureModule = (name: string, what: string, picture: Buffer) =>
  [
    `/** ${what}: a PNG. Written by \`npm run art\`. */`,
    `export const ${name} = Buffer.from(`,
    '  `',
    ...(picture.toString('base64').match(/.{1,100}/g) ?? []),
    '`,',
    "  'base64',",
    ')',
    '',
  ].join('\n')

/** The tokens that email-styles.css names. */
function emailColorsModule(): string {
  const css = readFileSync(join(ROOT, EMAIL_STYLES), 'utf8')
  const tokens = new Set(Array.from(css.matchAll(/var\(--([\w-]+)\)/g), ([, token]) => token!))
  const object = (scheme: Scheme) =>
    [
      `  ${scheme}: {`,
      ...Array.from(tokens, (token) => {
        const key = token.includes('-') ? `'${token}'` : token
        return `    ${key}: '${color(token, scheme)}',`
      }),
      '  },',
    ].join('\n')
  return `/** The colours of emails. Written by \`npm run art\`. */\nexport const emailColors = {\n${object('light')}\n${object('dark')}\n}\n`
}

/** The rules of drawings that depend on the content. Browsers without light-dark() have no dark scheme. */
export function platesCss(pictures = clinic.pictures): string {
  const place = shownOfPlace(pictures)
    .map((name) => `[data-drawing='${name}'] {\n  --drawing: url('/drawings/${name}.svg');\n}\n`)
    .join('')
  const rules = (scheme: Scheme) =>
    NAMES.map((name) => {
      const set = (property: string, folder: string) =>
        `${property}: url('${plateUrl(folder, name, scheme)}');`
      const properties = [
        set('--drawing', ''),
        ...(WINDOWS.includes(name) ? [set('--drawing-raised', 'raised/')] : []),
        ...(HEROES.includes(name) ? [set('--drawing-large', 'large/')] : []),
      ]
      return `[data-plate='${name}'] {\n  ${properties.join('\n  ')}\n}\n`
    }).join('')
  const indented = rules('dark').replaceAll(/^(?=.)/gm, '    ')
  return `/* Written by \`npm run art\`. */\n${place}${rules('light')}@supports (color: light-dark(#000, #fff)) {\n  @media (prefers-color-scheme: dark) {\n${indented}  }\n}\n`
}

/** Draws everything if the content has other images, pictures, colours or another logo than when it was last done. */
export async function drawMissingArt(): Promise<void> {
  const expected = { [PLATES_CSS]: platesCss(), [ICON]: tabIcon(), [EMAIL_COLORS]: emailColorsModule() }
  for (const [path, content] of Object.entries(expected))
    if ((await readFile(join(ROOT, path), 'utf8')) !== content) return await writeArt()
}

async function writeArt(): Promise<void> {
  const files = await makeArt()
  await rm(join(ROOT, DRAWINGS_FOLDER), { recursive: true, force: true })
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(ROOT, path)), { recursive: true })
    await writeFile(join(ROOT, path), content)
  }
  console.log(`Wrote ${Object.keys(files).length} files in public and src.`)
}

if (import.meta.main) await writeArt()
