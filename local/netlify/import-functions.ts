import { readdir, stat } from 'node:fs/promises'
import { basename, extname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Config, Context } from '@netlify/functions'

export interface BuiltFunction {
  name: string
  handler: (request: Request, context: Context) => Promise<Response | undefined> | Response | undefined
  config: Config
}

/** Imports built functions (`.mjs`), or their sources (`.mts`), which share the modules of this process. */
export async function importFunctions(dir: string): Promise<BuiltFunction[]> {
  const files = (await readdir(dir)).filter((name) => /\.m[jt]s$/.test(name)).toSorted()
  if (files.length === 0) throw new Error(`There is no built function in ${dir}`)
  return Promise.all(files.map((file) => importFunction(resolve(join(dir, file)))))
}

async function importFunction(file: string): Promise<BuiltFunction> {
  const { href } = pathToFileURL(file)
  // Node caches modules by URL; the time makes a rebuilt one load again.
  const module = await import(file.endsWith('.mjs') ? `${href}?built=${(await stat(file)).mtimeMs}` : href)
  if (typeof module.default !== 'function') throw new Error(`${file} has no default export`)
  return { name: basename(file, extname(file)), handler: module.default, config: module.config ?? {} }
}
