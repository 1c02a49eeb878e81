import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'

const explain = resolve(import.meta.dirname, '../../scripts/website/explain-unreadable.ts')

/** What is said of a file that Node itself reads. */
async function saidOf(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'content-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'massage.ts')
  await writeFile(file, text)
  const script = `import { explainUnreadable } from ${JSON.stringify(explain)}
    await import(${JSON.stringify(file)}).catch(explainUnreadable).catch((error) => console.log(error.message))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script])
  return stdout
}

it.each([
  ['an apostrophe within a sentence', "export const massage = {\n  text: 'It's fine',\n}\n"],
  ['a line without its comma', "export const massage = {\n  title: 'Massage'\n  text: 'Fine.',\n}\n"],
  ['a name of two words', "export const sports-massage = {\n  title: 'Massage',\n}\n"],
])('%s: file, line and what to look for', async (_, text) => {
  const said = await saidOf(text)
  expect(said).toMatch(/massage\.ts:\d\n/)
  expect(said).toContain("a ' within a sentence, which must be ’")
  expect(said).not.toContain('    at ')
})

it('a file that is gone: both files, and what to delete', async () => {
  const said = await saidOf("import { gone } from './gone.ts'\nexport const massage = gone\n")
  expect(said).toMatch(/gone\.ts.* imported from .*massage\.ts/)
  expect(said).toContain('also delete the line that imports it')
})
