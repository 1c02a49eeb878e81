import type { BrowserContext } from 'playwright/test'

/** Collects what content security policies block in any tab and frame of the browser from now on. */
export async function blockedIn(context: BrowserContext): Promise<string[]> {
  const blocked: string[] = []
  await context.exposeBinding('tellBlocked', ({ frame }, what: string) => {
    blocked.push(`${new URL(frame.url(), 'about:blank').pathname}: ${what}`)
  })
  await context.addInitScript(() => {
    const { tellBlocked } = window as unknown as { tellBlocked: (what: string) => void }
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      tellBlocked(`${effectiveDirective} ${blockedURI}`),
    )
  })
  return blocked
}
