import { readdir, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Config, Context } from '@netlify/functions'

export interface BuiltFunction {
  name: string
  handler: (request: Request, context: Context) => Promise<Response | undefined> | Response | undefined
  config: Config
}

export async function importFunctions(dir: string): Promise<BuiltFunction[]> {
  const files = (await readdir(dir)).filter((name) => name.endsWith('.mjs')).toSorted()
  if (files.length === 0) throw new Error(`There is no built function in ${dir}`)
  return Promise.all(files.map((file) => importFunction(resolve(join(dir, file)))))
}

async function importFunction(file: string): Promise<BuiltFunction> {
  // Node caches modules by URL; the time makes a rebuilt one load again.
  const { mtimeMs } = await stat(file)
  const module = await import(`${pathToFileURL(file).href}?built=${mtimeMs}`)
  if (typeof module.default !== 'function') throw new Error(`${file} has no default export`)
  return { name: basename(file, '.mjs'), handler: module.default, config: module.config ?? {} }
}
