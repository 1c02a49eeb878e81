import { readFileSync } from 'node:fs'
import ts from 'typescript'

/** Aliases of folders (`#server/*`) and of single files, each with its path. */
const { imports: ALIASES } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  imports: Record<string, string>
}

/** A file of the project, or the name of a package (`node:*` for Node's built-in modules). */
export type ImportTarget = { file: string } | { package: string }

/** Returns all imports of a file, including types and dynamic imports. */
export function importsOf(file: string, text: string): string[] {
  return codeIn(file, text).flatMap((code) =>
    ts.preProcessFile(code, true, true).importedFiles.map(({ fileName }) => fileName),
  )
}

/** Returns the TypeScript of an .astro file: its frontmatter and scripts. */
function codeIn(file: string, text: string): string[] {
  if (!file.endsWith('.astro')) return [text]
  const [, fenced = ''] = /^\s*---\n(.*?)\n---/s.exec(text) ?? []
  const scripts = text.matchAll(/<script(?:\s[^>]*)?>(.*?)<\/script>/gs)
  return [fenced, ...Array.from(scripts, ([, code = '']) => code)]
}

export function targetOf(specifier: string): ImportTarget {
  const path = specifier.replace(/\?.*$/, '')
  if (path.startsWith('#')) {
    const [folder = '', ...rest] = path.split('/')
    const target = ALIASES[rest.length > 0 ? `${folder}/*` : folder] ?? path
    return { file: target.replace('*', rest.join('/')).replace('./', '') }
  }
  if (path.startsWith('node:')) return { package: 'node:*' }
  const name = path.split(/[/:]/)
  return { package: path.startsWith('@') ? `${name[0]}/${name[1]}` : (name[0] ?? path) }
}
