import { defineConfig } from 'playwright/test'
import config from '#playwright.config.ts'

const webServer = [config.webServer!].flat()[0]!

/** `npm run test:browsers`: a visit in Firefox and WebKit. The pages have the stand-in for Stripe.js, as in `npm start`. */
export default defineConfig({
  ...config,
  testDir: 'tests/browsers',
  workers: 1,
  use: { ...config.use, reducedMotion: 'no-preference' },
  projects: [{ name: 'firefox' }, { name: 'webkit' }],
  webServer: { ...webServer, command: webServer.command.replace(' --unmodified', '') },
})
