import { readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { build } from 'esbuild'
import { integrityHash } from '#scripts/security-headers/integrity.ts'

/** Path of a script → paths of its static and dynamic imports. */
type Imports = Map<string, string[]>

/** The scripts of a built site, with their imports (found by esbuild) and integrity. */
export class Chunks {
  readonly #folder: string
  readonly #imports: Imports

  private constructor(folder: string, imports: Imports) {
    this.#folder = folder
    this.#imports = imports
  }

  static async of(folder: string, addresses: string[]): Promise<Chunks> {
    if (addresses.length === 0) return new Chunks(folder, new Map())
    const { metafile } = await build({
      entryPoints: addresses.map((address) => join(folder, address)),
      absWorkingDir: folder,
      outdir: folder,
      bundle: true,
      format: 'esm',
      metafile: true,
      write: false,
      logLevel: 'silent',
    })
    const toAddress = (path: string) => `/${relative(folder, join(folder, path)).split(sep).join('/')}`
    const inputs = Object.entries(metafile.inputs)
    return new Chunks(
      folder,
      new Map(
        inputs.map(([path, { imports }]) => [toAddress(path), imports.map((each) => toAddress(each.path))]),
      ),
    )
  }

  /** Returns these scripts and all that they import, directly or not. */
  reachableFrom(addresses: string[]): string[] {
    const reached = new Set(addresses)
    for (const address of reached) for (const next of this.#imports.get(address) ?? []) reached.add(next)
    return [...reached].toSorted()
  }

  async integrityOf(address: string): Promise<string> {
    return integrityHash(await readFile(join(this.#folder, address)))
  }
}
