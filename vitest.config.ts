import { configDefaults, defineConfig } from 'vitest/config'
import { findUntestedSql, recordRawSql } from '#tests/harness/find-untested-sql.ts'
import { TEST_LIMIT, WAIT_LIMIT } from '#tests/harness/limits.ts'
import { slowestWithoutBrowser } from '#tests/harness/slowest-without-browser.ts'

/** `npm run test:nightly` sets it: the tests of `.nightly.test.ts` run as well. */
const isNightly = process.env.NIGHTLY === '1'
const exclude = isNightly ? configDefaults.exclude : [...configDefaults.exclude, '**/*.nightly.test.ts']

const limits = {
  testTimeout: TEST_LIMIT,
  hookTimeout: TEST_LIMIT,
  expect: { poll: { timeout: WAIT_LIMIT } },
}

export default defineConfig({
  test: {
    silent: 'passed-only',
    // By default one core less: on two cores that is one worker, which took 348 s instead of 217 s.
    maxWorkers: '100%',
    reporters: ['default', slowestWithoutBrowser, findUntestedSql],
    projects: [
      {
        plugins: [recordRawSql],
        // Real Postgres, Stripe and mail stand-ins, made once; every file works on its own copy of the database.
        test: {
          name: 'server',
          include: ['tests/{contract,server,functions}/**/*.test.ts', 'tests/scripts/doctor/*.test.ts'],
          exclude,
          globalSetup: 'tests/harness/global-setup.ts',
          setupFiles: [
            'tests/harness/tag-raw-sql.ts',
            'tests/harness/no-stray-errors.ts',
            'tests/harness/wait-longer.ts',
          ],
          isolate: false,
          ...limits,
        },
      },
      {
        // Signals are module state: every file needs modules of its own.
        test: {
          name: 'islands',
          include: ['tests/{islands,lib,pages,ui}/**/*.test.ts'],
          exclude,
          setupFiles: ['tests/harness/no-stray-errors.ts', 'tests/harness/wait-longer.ts'],
          ...limits,
        },
      },
      {
        test: {
          name: 'local',
          include: ['tests/{local,scripts,docs,art}/**/*.test.ts', 'tests/architecture.test.ts'],
          exclude: [...exclude, 'tests/scripts/doctor/**'],
          setupFiles: 'tests/harness/wait-longer.ts',
          ...limits,
          // Vite would transform 14 MB of bundled functions at each start of a local stack.
          server: { deps: { external: [/\/(?:built-)?functions\/[^/]+\.mjs/] } },
        },
      },
    ],
  },
})
