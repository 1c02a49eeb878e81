import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import juice from 'juice'
import * as prettier from 'prettier'

const MAIL = resolve(import.meta.dirname, '../src/server/email')
export const STYLE_SHEET = resolve(MAIL, 'email-styles.css')
export const INLINE_STYLES = resolve(MAIL, 'inline-styles.ts')

/**
 * Compiles email-styles.css: declarations per class for style attributes, and the rules that need a style element.
 * Done ahead of time, so that no function contains a CSS parser.
 */
export async function compileEmailStyles(): Promise<string> {
  const css = (await readFile(STYLE_SHEET, 'utf8')).replace(/\/\*.*?\*\//gs, '')
  const names = new Set([...css.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name!))
  const samples = [...names].map((name) => `<i class="${name}"></i>`).join('')
  const inlined = juice(`<style>${css}</style>${samples}`, { preserveImportant: true })
  const styles = [...inlined.matchAll(/<i class="([\w-]+)" style="([^"]*)">/g)].map(([, name, style]) => [
    name!,
    compact(style!),
  ])
  const rules = /<style>(.*?)<\/style>/s.exec(inlined)?.[1] ?? ''
  return prettier.format(moduleText(Object.fromEntries(styles), compact(rules)), {
    ...(await prettier.resolveConfig(INLINE_STYLES)),
    filepath: INLINE_STYLES,
  })
}

/** Without spaces and semicolons that mean nothing: the styles are in every function that sends emails. */
const compact = (css: string) =>
  css
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/ ?([:;,!{}]) ?/g, '$1')
    .replace(/;(?=}|$)/g, '')

const moduleText = (
  styles: Record<string, string>,
  rules: string,
) => `// Made from email-styles.css by \`npm run email-styles\`.

/** Declarations per class for style attributes, because many email programs ignore style elements. */
export const inlineStyles: Record<string, string> = ${JSON.stringify(styles)}

/** Rules that no attribute can contain: media queries for width, dark mode and print. */
export const mediaRules = ${JSON.stringify(rules)}
`

if (import.meta.main) await writeFile(INLINE_STYLES, await compileEmailStyles())
