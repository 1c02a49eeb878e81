import { mkdirSync } from 'node:fs'
import { defineConfig } from 'playwright/test'
import { findHeadlessChromium, isHeadlessShell } from '#local/browsers.mjs'
import { TEST_LIMIT, WAIT_LIMIT } from '#tests/harness/limits.ts'

const PORT = Number(process.env.E2E_PORT ?? 4391)
const chromium = findHeadlessChromium()
const isShell = isHeadlessShell(chromium)
const site = `http://localhost:${PORT}`
/** `npm run test:nightly` sets it: the tests of `.nightly.test.ts` run as well, and those with `@nightly` in their title. */
const isNightly = process.env.NIGHTLY === '1'
const log = `build/e2e-${PORT}.log`
mkdirSync('build', { recursive: true })

/** The built site, as it would be deployed, on a local stack of its own. */
export default defineConfig({
  testDir: 'tests/e2e',
  testIgnore: isNightly ? [] : '**/*.nightly.test.ts',
  ...(!isNightly && { grepInvert: /@nightly/ }),
  outputDir: 'test-results',
  fullyParallel: true,
  // On two cores: with two workers, both wait for a fifth of the time (47 tests took 120 s with two, 90 s with three). A
  // full Chromium leaves no time to use.
  workers: isShell ? 3 : 2,
  forbidOnly: true,
  // A failed test runs once more, with a trace. What passes only then is listed at the end, and fails a nightly run.
  retries: 1,
  failOnFlakyTests: isNightly,
  timeout: TEST_LIMIT,
  expect: { timeout: WAIT_LIMIT },
  reporter: [['list'], ['./tests/harness/browser-report.ts', { browser: chromium, isShell, log }]],
  use: {
    baseURL: site,
    locale: 'en-GB',
    trace: 'on-first-retry',
    // Smooth scrolling would move the page between pressing and releasing the mouse.
    reducedMotion: 'reduce',
    launchOptions: {
      ...(chromium && { executablePath: chromium }),
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
    },
  },
  webServer: {
    command: `exec node local/start.ts --unmodified --stand-ins >${log} 2>&1`,
    url: `${site}/__local/stack.json`,
    env: { PORT: String(PORT), LOCAL_DIR: `.local/e2e-${PORT}` },
    timeout: TEST_LIMIT,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})
