import { defineConfig } from 'playwright/test'
import { findHeadlessChromium } from '#local/browsers.mjs'

const PORT = Number(process.env.E2E_PORT ?? 4391)
const chromium = findHeadlessChromium()
const site = `http://localhost:${PORT}`

/** The built site, as it would be deployed, on a local stack of its own. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  // On two cores: with two workers, both wait for a fifth of the time (47 tests took 120 s with two, 90 s with three).
  workers: 3,
  forbidOnly: true,
  // A failed test runs again in CI only, to record a trace. The run fails even if it passes then.
  retries: process.env.CI ? 1 : 0,
  failOnFlakyTests: true,
  // Generous: a slow machine is no failure of the site.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['./tests/harness/slowest-in-browser.ts']],
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
    command: 'node local/start.ts --unmodified --stand-ins',
    url: `${site}/__local/stack.json`,
    env: { PORT: String(PORT), LOCAL_DIR: `.local/e2e-${PORT}` },
    timeout: 120_000,
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})
