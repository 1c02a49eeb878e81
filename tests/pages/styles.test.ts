import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const textOf = (pattern: string) =>
  globSync(pattern, { cwd: ROOT })
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
    .join('\n')

const css = textOf('src/styles/**/*.css').replaceAll(/\/\*[\s\S]*?\*\//g, '')
const markup = textOf('src/**/*.{astro,ts,tsx}')
const words = new Set(markup.match(/[a-z][\w-]*/gi))
/** The beginnings of names such as `badge-${tone}`. */
const beginnings = Array.from(markup.matchAll(/([a-z][\w-]*-)\$\{/g), ([, beginning]) => beginning!)

test('every class in src/styles is used', () => {
  const selectors = Array.from(css.matchAll(/([^{};]+)\{/g), ([, selector]) => selector!).join('\n')
  const classes = new Set(Array.from(selectors.matchAll(/\.([a-z][\w-]*)/gi), ([, name]) => name!))
  expect(classes.size).toBeGreaterThan(100)
  const unused = [...classes].filter(
    (name) => !words.has(name) && !beginnings.some((beginning) => name.startsWith(beginning)),
  )
  expect(unused).toEqual([])
})

test('every token is used', () => {
  const tokens = new Set(
    Array.from(textOf('src/styles/tokens.css').matchAll(/^\s*(--[\w-]+):/gm), ([, name]) => name!),
  )
  expect(tokens.size).toBeGreaterThan(50)
  const used = new Set(Array.from(`${css}${markup}`.matchAll(/var\((--[\w-]+)/g), ([, name]) => name!))
  expect([...tokens].filter((token) => !used.has(token))).toEqual([])
})
