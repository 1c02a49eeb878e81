import type { Browser } from 'playwright/test'

/** `SLOWED=4 npx playwright test` finds tests that rely on a fast machine. */
const RATE = Number(process.env.SLOWED ?? 1)

/** Slows the processor of every page that the browser opens by the rate that `SLOWED` names. */
export function slowPages(browser: Browser): void {
  if (RATE === 1) return
  browser.on('context', (context) => {
    context.on('page', (page) => {
      void context
        .newCDPSession(page)
        .then((devTools) => devTools.send('Emulation.setCPUThrottlingRate', { rate: RATE }))
        // The page has been closed.
        .catch(() => {})
    })
  })
}
