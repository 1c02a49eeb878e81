import { join } from 'node:path'
import { build } from 'esbuild'
import { BUNDLE_OPTIONS } from '#scripts/build-functions.ts'

/**
 * The libraries alone, bundled unchanged: a baseline that does nothing. `ms` is what an import of each took, over an empty
 * handler, where the limits in milliseconds were set (November 2026, Node 20).
 */
export const LIBRARIES = {
  withoutStripe: { file: 'without-stripe', ms: 18 },
  withStripe: { file: 'with-stripe', ms: 54 },
} as const

export type Library = keyof typeof LIBRARIES

const OUTDIR = join(import.meta.dirname, '..', '..', '..', 'build', 'bench', 'libraries')

/** Paths of the bundles. */
export const BUNDLED: Record<Library, string> = {
  withoutStripe: join(OUTDIR, `${LIBRARIES.withoutStripe.file}.mjs`),
  withStripe: join(OUTDIR, `${LIBRARIES.withStripe.file}.mjs`),
}

export async function bundleLibraries(): Promise<void> {
  await build({
    entryPoints: Object.values(LIBRARIES).map(({ file }) =>
      join(import.meta.dirname, 'libraries', `${file}.ts`),
    ),
    outdir: OUTDIR,
    ...BUNDLE_OPTIONS,
  })
}
