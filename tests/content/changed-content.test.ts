import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { copyWithChangedContent, ORIGINAL_ROOT } from '#tests/content/changed-content.ts'

/** Tests that read the content or the built pages, those with a database excepted. `npm run test:content` runs all. */
const READS_CONTENT = /#content\/|src\/content\/|builtTexts\('dist'\)/
const FOLDERS = 'tests/{art,islands,lib,pages,scripts,server/email}/*.test.ts'

test(
  'tests know nothing of the default content: they pass when it is changed',
  { timeout: 300_000 },
  async () => {
    const files = globSync(FOLDERS, { cwd: ORIGINAL_ROOT }).filter((file) =>
      READS_CONTENT.test(readFileSync(join(ORIGINAL_ROOT, file), 'utf8')),
    )
    expect(files.length).toBeGreaterThan(10)
    await using copy = await copyWithChangedContent()
    await copy.run(process.execPath, 'node_modules/.bin/astro', 'build')
    await copy.run(process.execPath, 'scripts/build-functions.ts')
    await copy.run(process.execPath, 'node_modules/.bin/vitest', 'run', ...files)
  },
)
