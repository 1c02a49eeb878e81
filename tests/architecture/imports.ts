import { posix } from 'node:path'
import ts from 'typescript'

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

const ALIAS = /^#(contract|server|content)\//

export function targetOf(specifier: string, from: string): ImportTarget {
  const path = specifier.replace(/\?.*$/, '')
  if (ALIAS.test(path)) return { file: `src/${path.slice(1)}.ts` }
  if (path.startsWith('.')) return { file: posix.join(posix.dirname(from), path) }
  if (path.startsWith('node:')) return { package: 'node:*' }
  const name = path.split(/[/:]/)
  return { package: path.startsWith('@') ? `${name[0]}/${name[1]}` : (name[0] ?? path) }
}
