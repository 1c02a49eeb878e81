import { importsOf, targetOf, type ImportTarget } from '#tests/architecture/imports.ts'
import { LAYERS, type Layer } from '#tests/architecture/layers.ts'

interface Place {
  layer: Layer
  /** The match of the pattern's group, such as the island. */
  part: string | undefined
}

/** Returns a message for each import of the file that its layer does not allow. */
export function forbiddenImports(file: string, text: string): string[] {
  const from = placeOf(file)
  if (!from) return [`${file} has no layer: see tests/architecture/layers.ts`]
  return importsOf(file, text)
    .filter((specifier) => !isCopiedImport(file, specifier))
    .map((specifier) => targetOf(specifier))
    .flatMap((target) => refusal(file, from, target) ?? [])
}

/** The list of therapies of the example, which a clinic copies, imports them by their relative path. */
const isCopiedImport = (file: string, specifier: string) =>
  file === 'src/content/therapies.ts' && /^\.\/therapies\/[\w-]+\.ts$/.test(specifier)

function placeOf(file: string): Place | undefined {
  for (const layer of LAYERS) {
    const match = layer.files.exec(file)
    if (match) return { layer, part: match[1] }
  }
  return undefined
}

function refusal(file: string, from: Place, target: ImportTarget): string | undefined {
  const { name, layers, packages } = from.layer
  if ('package' in target) {
    if (packages.includes(target.package)) return undefined
    return `${file} imports the package ${target.package}, but ${name} may use ${listed(packages)}`
  }
  const to = placeOf(target.file)
  if (to && (layers.includes(to.layer.name) || isSame(from, to))) return undefined
  return `${file} imports ${target.file}, but ${name} may import ${listed(layers)}`
}

function isSame(from: Place, to: Place): boolean {
  return from.layer === to.layer && from.part === to.part
}

function listed(names: string[]): string {
  return names.length === 0 ? 'nothing' : `only ${names.join(', ')}`
}
