import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import Beasties from 'beasties'
import { parse } from 'postcss'

const STYLESHEET = /<link rel="stylesheet" [^>]+>/
const INLINED = /<style>([^]*?)<\/style>/

/** An island that starts with the page needs the whole stylesheet anyway. */
const STARTS_AT_ONCE = /<astro-island[^>]+client="load"/

/** Kept without looking whether an element matches: what Beasties cannot match, and the states that scripts set. */
const ALWAYS = [/:is\((?!:where)/, /::backdrop/, /^\.drawer.*\[open/, /\[data-(painted|scrolled)/]

/**
 * Inlines the rules that a page uses, so that its first paint waits for no second file. The whole stylesheet, which also
 * has the rules of what scripts add later, follows when the browser is idle (src/components/site/first-paint.ts). Astro
 * itself inlines a stylesheet whole or not at all.
 */
export function inlinePageStyles(): AstroIntegration {
  return {
    name: 'inline-page-styles',
    hooks: { 'astro:build:done': ({ dir }) => inlineStylesInFolder(fileURLToPath(dir)) },
  }
}

async function inlineStylesInFolder(folder: string): Promise<void> {
  const beasties = new Beasties({
    path: folder,
    publicPath: '/',
    allowRules: ALWAYS,
    pruneSource: false,
    reduceInlineStyles: false,
    logLevel: 'warn',
  })
  const pages = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.html'))
  for (const name of pages) await inlineStylesInFile(beasties, join(folder, name))
}

async function inlineStylesInFile(beasties: Beasties, file: string): Promise<void> {
  const html = await readFile(file, 'utf8')
  if (STARTS_AT_ONCE.test(html)) return
  // The page stays as it is: Beasties would write its elements in another way.
  const [, style] = INLINED.exec(await beasties.process(html)) ?? []
  if (!style) throw new Error(`The styles of ${file} could not be inlined`)
  await writeFile(
    file,
    html.replace(
      STYLESHEET,
      (link) => `<style>${trim(style)}</style><noscript class="later">${link}</noscript>`,
    ),
  )
}

/** Leaves out what no screen needs: the rules for print, and Tailwind's variables that no rule uses. */
function trim(style: string): string {
  const sheet = parse(style)
  const isUnused = (variable: string) => !style.includes(`var(${variable}`)
  sheet.walkAtRules('media', (rule) => {
    if (rule.params === 'print') rule.remove()
  })
  sheet.walkAtRules('property', (rule) => {
    if (isUnused(rule.params)) rule.remove()
  })
  sheet.walkDecls(/^--tw-/, (declaration) => {
    if (isUnused(declaration.prop)) declaration.remove()
  })
  return sheet.toString()
}
