import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { DRAWINGS, plateSvg, productSvg } from '#art/drawings.ts'
import { pagePlate, techniquePlate, windowPlate, type PlateDrawing } from '#art/illustrations/plate.ts'
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
  const windows = plates(
    therapies.map(({ id }) => id),
    windowPlate,
  )
  const pages = {
    ...plates(
      therapies.map(({ image }) => image),
      pagePlate,
    ),
    ...plates(
      therapies.flatMap(({ techniques }) => techniques.map(({ image }) => image)),
      techniquePlate,
    ),
  }
  return {
    ...svgFiles('', Object.keys(DRAWINGS), (name) => DRAWINGS[name]?.() ?? ''),
    ...svgFiles('', Object.keys(windows), (id) => plateSvg(windows[id]!)),
    ...svgFiles('plates/', Object.keys(pages), (name) => plateSvg(pages[name]!)),
    ...svgFiles('products/', Object.keys(PRODUCTS), (id) => productSvg(id as ProductId)),
    'public/favicon.svg': tabIcon(),
    'public/favicon.ico': ico(await png(plainTabIcon(32)), 32),
    'public/apple-touch-icon.png': await png(homeScreenIcon(180)),
    'public/icons/192.png': await png(homeScreenIcon(192)),
    'public/icons/512.png': await png(homeScreenIcon(512)),
    'src/components/therapy/plates.json': overlays({ windows, pages }),
    'src/styles/plates.css': styles({ windows, pages }),
  }
}

type Plates = Record<string, PlateDrawing>

const plates = (names: string[], draw: (name: string) => PlateDrawing): Plates =>
  Object.fromEntries(names.map((name) => [name, draw(name)]))

const svgFiles = (folder: string, names: string[], draw: (name: string) => string) =>
  Object.fromEntries(names.map((name) => [`${DRAWINGS_FOLDER}/${folder}${name}.svg`, draw(name)]))

/** The points and meridians, which pages draw above the mask in colours of their own. */
const overlays = (plates: { windows: Plates; pages: Plates }) =>
  `${JSON.stringify(plates, (key, value: unknown) => (key === 'path' ? undefined : value), 2)}\n`

function styles({ windows, pages }: { windows: Plates; pages: Plates }): string {
  const rule = (attribute: string, folder: string) => (name: string) =>
    `[data-${attribute}='${name}'] {\n  --drawing: url('/drawings/${folder}${name}.svg');\n}\n`
  const rules = [
    ...Object.keys(windows).map(rule('drawing', '')),
    ...Object.keys(pages).map(rule('plate', 'plates/')),
  ]
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
