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

const SIMULATION = 'tests/server/money/simulation.test.ts'

/** Real Postgres, Stripe and mail stand-ins, made once; every file works on its own copy of the database. */
const server = {
  globalSetup: 'tests/harness/global-setup.ts',
  setupFiles: [
    'tests/harness/tag-raw-sql.ts',
    'tests/harness/no-stray-errors.ts',
    'tests/harness/wait-longer.ts',
  ],
  ...limits,
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
        test: {
          ...server,
          name: 'server',
          include: ['tests/{contract,server,functions}/**/*.test.ts', 'tests/scripts/doctor/*.test.ts'],
          exclude: [...exclude, SIMULATION],
          isolate: false,
        },
      },
      {
        // In a process of its own, without DATABASE_URL: an outage that a response records opens the real database, whose
        // client would take over the simulated network.
        plugins: [recordRawSql],
        test: { ...server, name: 'simulation', include: [SIMULATION], exclude },
      },
      {
        // Signals are module state: every file needs modules of its own.
        test: {
          name: 'islands',
          include: ['tests/{islands,lib,pages,ui}/**/*.test.ts'],
          exclude,
          setupFiles: [
            'tests/harness/no-stray-errors.ts',
            'tests/harness/wait-longer.ts',
            'tests/harness/no-open-dialog.ts',
          ],
          ...limits,
        },
      },
      {
        test: {
          name: 'local',
          include: ['tests/{content,local,scripts,docs,art}/**/*.test.ts', 'tests/architecture.test.ts'],
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
