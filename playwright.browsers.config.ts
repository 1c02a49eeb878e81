import { defineConfig } from 'playwright/test'
import config from '#playwright.config.ts'

/** `npm run test:browsers`: a visit in Firefox and WebKit. The pages have the stand-in for Stripe.js, as in `npm start`. */
export default defineConfig({
  ...config,
  testDir: 'tests/browsers',
  workers: 1,
  use: { ...config.use, reducedMotion: 'no-preference' },
  projects: [{ name: 'firefox' }, { name: 'webkit' }],
  webServer: { ...[config.webServer!].flat()[0]!, command: 'node local/start.ts --stand-ins' },
})
