import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')

/** A folder that `npm run build` makes; an error that says so where it is missing. */
export function builtFolder(name: 'dist' | 'build/functions'): string {
  const folder = join(ROOT, name)
  if (!existsSync(folder)) throw new Error(`There is no ${name}: please run "npm run build" before this test`)
  return folder
}

/** Path below the folder → content, of the files that are text. */
export function builtTexts(name: 'dist' | 'build/functions'): Map<string, string> {
  const folder = builtFolder(name)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const texts = files.filter((file) => /\.(m?js|css|html|svg|json|xml|txt|webmanifest)$/.test(file))
  return new Map(texts.map((file) => [file, readFileSync(join(folder, file), 'utf8')]))
}
