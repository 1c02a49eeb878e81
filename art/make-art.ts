import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { DRAWINGS, giftPictureSvg, plateSvg, productSvg } from '#art/drawings.ts'
import { drawPlate, type Plate } from '#art/figures/plate.ts'
import { PRODUCTS, type ProductId } from '#art/illustrations/product.ts'
import { homeScreenIcon, ico, plainTabIcon, tabIcon } from '#art/social-images/icon.ts'
import { png } from '#art/social-images/png.ts'
import { therapies } from '#content/therapies.ts'

// `npm run art` writes the drawings and icons that the site serves. They are committed, so the build draws only the
// social cards, whose text is content. Run it after adding a therapy or changing a drawing, the logo or a colour.

const ROOT = resolve(import.meta.dirname, '..')
/** Everything in it is generated. */
const DRAWINGS_FOLDER = 'public/drawings'

/** Draws every file, by its path in the repository. */
export async function makeArt(): Promise<Record<string, string | Buffer>> {
  const plates = Object.fromEntries(NAMES.map((name) => [name, drawPlate(name)]))
  return {
    ...svgFiles('', Object.keys(DRAWINGS), (name) => DRAWINGS[name]?.() ?? ''),
    ...svgFiles('plates/', NAMES, (name) => plateSvg(plates[name]!.path)),
    ...svgFiles('plates/raised/', WINDOWS, (name) => plateSvg(plates[name]!.raised)),
    ...svgFiles('products/', Object.keys(PRODUCTS), (id) => productSvg(id as ProductId)),
    'public/favicon.svg': tabIcon(),
    'public/favicon.ico': ico(await png(plainTabIcon(32)), 32),
    'public/apple-touch-icon.png': await png(homeScreenIcon(180)),
    'public/icons/192.png': await png(homeScreenIcon(192)),
    'public/icons/512.png': await png(homeScreenIcon(512)),
    'src/components/therapy/plates.json': `${JSON.stringify(pointsOf(plates), undefined, 2)}\n`,
    'src/styles/plates.css': styles(),
    'src/server/email/gift-picture.ts': pictureModule(await png(giftPictureSvg(plates['massage']!.path), 4)),
  }
}

/** The drawings in the windows of the home page. */
const WINDOWS = therapies.map(({ image }) => image)
const TECHNIQUES = therapies.flatMap(({ techniques }) => techniques.map(({ image }) => image))
/** The last two are drawings of pages and of the voucher, whatever the therapies are. */
const NAMES = [...new Set([...WINDOWS, ...TECHNIQUES, 'first-visit', 'massage'])]

const svgFiles = (folder: string, names: string[], draw: (name: string) => string) =>
  Object.fromEntries(names.map((name) => [`${DRAWINGS_FOLDER}/${folder}${name}.svg`, draw(name)]))

/** The points, which pages draw above the mask in a colour of their own. */
const pointsOf = (plates: Record<string, Plate>) =>
  Object.fromEntries(Object.entries(plates).map(([name, { points }]) => [name, points]))

/** A module, because a function is one file. Its lines are short enough to compare. */
const pictureModule = (picture: Buffer) =>
  [
    '/** The picture of the gift email: a PNG. Written by `npm run art`. */',
    'export const giftPicture = Buffer.from(',
    '  `',
    ...(picture.toString('base64').match(/.{1,100}/g) ?? []),
    '`,',
    "  'base64',",
    ')',
    '',
  ].join('\n')

function styles(): string {
  const rules = NAMES.map((name) => {
    const raised = WINDOWS.includes(name)
      ? `\n  --drawing-raised: url('/drawings/plates/raised/${name}.svg');`
      : ''
    return `[data-plate='${name}'] {\n  --drawing: url('/drawings/plates/${name}.svg');${raised}\n}\n`
  })
  return `/* Written by \`npm run art\`. */\n${rules.join('')}`
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
