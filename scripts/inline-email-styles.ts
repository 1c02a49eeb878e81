import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import juice from 'juice'
import * as prettier from 'prettier'

const MAIL = resolve(import.meta.dirname, '../src/server/email')
export const STYLE_SHEET = resolve(MAIL, 'email.css')
export const INLINE_STYLES = resolve(MAIL, 'inline-styles.ts')

/**
 * email.css as the mails use it: what each class says, for the style attribute, and what only a style element can say.
 * Made beforehand, so that no function carries a parser of CSS.
 */
export async function inlineStyles(): Promise<string> {
  const css = (await readFile(STYLE_SHEET, 'utf8')).replace(/\/\*.*?\*\//gs, '')
  const names = new Set([...css.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name!))
  const samples = [...names].map((name) => `<i class="${name}"></i>`).join('')
  const inlined = juice(`<style>${css}</style>${samples}`, { preserveImportant: true })
  const styles = [...inlined.matchAll(/<i class="([\w-]+)" style="([^"]*)">/g)].map(([, name, style]) => [
    name!,
    style!,
  ])
  const rules = /<style>(.*?)<\/style>/s.exec(inlined)?.[1] ?? ''
  return prettier.format(moduleText(Object.fromEntries(styles), rules.replace(/\s+/g, ' ').trim()), {
    ...(await prettier.resolveConfig(INLINE_STYLES)),
    filepath: INLINE_STYLES,
  })
}

const moduleText = (
  styles: Record<string, string>,
  rules: string,
) => `// Made from email.css by \`npm run email-styles\`.

/** What each class says, for the style attribute: many mail programs ignore the style element. */
export const inlineStyles: Record<string, string> = ${JSON.stringify(styles)}

/** What no attribute can say: narrow windows, dark schemes, print. */
export const mediaRules = ${JSON.stringify(rules)}
`

if (import.meta.main) await writeFile(INLINE_STYLES, await inlineStyles())
