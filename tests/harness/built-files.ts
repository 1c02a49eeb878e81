import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')

/** Returns a folder of `npm run build`. Throws an error that names the command if it is missing. */
export function builtFolder(name: 'dist' | 'build/functions'): string {
  const folder = join(ROOT, name)
  if (!existsSync(folder)) throw new Error(`There is no ${name}: please run "npm run build" before this test`)
  return folder
}

/** Returns the text files of a folder: relative path → content. */
export function builtTexts(name: 'dist' | 'build/functions'): Map<string, string> {
  const folder = builtFolder(name)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const texts = files.filter((file) => /\.(m?js|css|html|svg|json|xml|txt|webmanifest)$/.test(file))
  return new Map(texts.map((file) => [file, readFileSync(join(folder, file), 'utf8')]))
}
