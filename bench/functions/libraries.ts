import { build } from 'esbuild'
import { join } from 'node:path'

/**
 * The libraries alone, bundled as they come: a rival that does nothing. `ms` is what an import of each took, over an empty
 * handler, where the functions' limits were set (November 2026); where it takes longer, theirs may, too.
 */
export const LIBRARIES = {
  withoutStripe: { file: 'without-stripe', ms: 18 },
  withStripe: { file: 'with-stripe', ms: 54 },
} as const

export type Library = keyof typeof LIBRARIES

/** Which → the file it was bundled into. */
export async function bundleLibraries(outdir: string): Promise<Record<Library, string>> {
  const files = Object.values(LIBRARIES).map(({ file }) => file)
  await build({
    entryPoints: files.map((file) => join(import.meta.dirname, 'libraries', `${file}.ts`)),
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    minify: true,
    legalComments: 'none',
  })
  const bundled = (which: Library) => join(outdir, `${LIBRARIES[which].file}.mjs`)
  return { withoutStripe: bundled('withoutStripe'), withStripe: bundled('withStripe') }
}
