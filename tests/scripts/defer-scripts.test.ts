import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { deferScriptsInFolder } from '#scripts/defer-scripts.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'late-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

it('deferScripts moves the style of islands to the head', async () => {
  const style = '<style>astro-island,astro-slot{display:contents}</style>'
  await writeFile(join(folder, 'shop.html'), `<head></head><body><div>${style}<p></p></div></body>`)
  await deferScriptsInFolder(folder)
  expect(await readFile(join(folder, 'shop.html'), 'utf8')).toBe(
    `<head>${style}</head><body><div><p></p></div></body>`,
  )
})

it('deferScripts defers a page’s external scripts, not its inline ones', async () => {
  const inline =
    '<script>now()</script><script type="module">now()</script><script type="importmap">{}</script>'
  await writeFile(join(folder, 'index.html'), `${inline}<script type="module" src="/_astro/a.js"></script>`)
  await deferScriptsInFolder(folder)
  expect(await readFile(join(folder, 'index.html'), 'utf8')).toBe(
    `${inline}<script type="late" src="/_astro/a.js"></script>`,
  )
})
