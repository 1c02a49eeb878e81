import { basename, join } from 'node:path'
import type { BrowserContext, Page } from 'playwright'
import { ensureAdmin, setPassword } from '#server/auth/admins.ts'
import { systemClock, systemRandom } from '#server/clients/services.ts'
import { createDb } from '#server/db/db.ts'
import { inlineScriptWeight } from '#tests/benchmarks/routes/page-scripts.ts'
import { weightOf } from '#tests/benchmarks/routes/page-weight.ts'
import { openBrowser } from '#tests/harness/open-browser.ts'

const OWNER = { email: 'owner@example.com', password: 'a heron stands in the Mersey' }
const SLOWDOWN = 4
const TYPED = 'example.org'

export interface PortalPageFigures {
  /** JavaScript of the portal with its first tab open, in bytes after Brotli. */
  scriptBytes: number
  /** Slowest interaction to next paint (ms) while typing in the search, with a full page in the list. */
  worstKeyMs: number
  keys: number
}

/** Measures the portal of a signed-in owner at this URL. */
export async function measurePortalPage(site: string, url: string, databaseUrl: string) {
  await addOwner(databaseUrl)
  const browser = await openBrowser()
  try {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-GB' })
    await signIn(context, url)
    const scriptBytes = await weighFirstTab(context, site, url)
    return { scriptBytes, ...(await typeInSearch(await context.newPage(), url)) }
  } finally {
    await browser.close()
  }
}

async function addOwner(databaseUrl: string): Promise<void> {
  const services = { db: createDb(databaseUrl), clock: systemClock, random: systemRandom }
  await setPassword(services, (await ensureAdmin(services, OWNER.email)).id, OWNER.password)
}

async function signIn(context: BrowserContext, url: string): Promise<void> {
  const answer = await context.request.post(`${url}/api/admin/login`, { data: OWNER })
  const { token } = (await answer.json()) as { token: string }
  await context.addInitScript(
    ([email, token]) => {
      localStorage.setItem('adminEmail', email)
      localStorage.setItem('adminToken', token)
    },
    [OWNER.email, token] as const,
  )
}

async function weighFirstTab(context: BrowserContext, site: string, url: string): Promise<number> {
  const page = await context.newPage()
  const scripts = new Set<string>()
  page.on('request', (request) => request.resourceType() === 'script' && scripts.add(request.url()))
  await page.goto(`${url}/admin/dashboard#overview`, { waitUntil: 'networkidle' })
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  await page.close()
  const weights = [...scripts].map((script) =>
    weightOf(join(site, '_astro', basename(new URL(script).pathname))),
  )
  const inline = inlineScriptWeight({ path: '', file: join(site, 'admin', 'dashboard.html') })
  return (await Promise.all([...weights, inline])).reduce((sum, weight) => sum + weight, 0)
}

async function typeInSearch(page: Page, url: string) {
  await page.goto(`${url}/admin/dashboard#vouchers`)
  await page.getByRole('listitem').nth(49).waitFor()
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  const worst = await watchInteractions(page)
  // Slow enough for each search to finish between the keys.
  await page.getByRole('searchbox', { name: 'Search' }).pressSequentially(TYPED, { delay: 400 })
  const interactions = await worst()
  return { worstKeyMs: Math.max(...interactions), keys: interactions.length }
}

/** Records the duration (ms) of each interaction from now on. https://web.dev/articles/inp */
async function watchInteractions(page: Page): Promise<() => Promise<number[]>> {
  const seen = await page.evaluateHandle(() => {
    const longest = new Map<number, number>()
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[]) {
        if (!entry.interactionId) continue
        longest.set(entry.interactionId, Math.max(entry.duration, longest.get(entry.interactionId) ?? 0))
      }
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
    return longest
  })
  return () =>
    seen.evaluate(async (longest) => {
      // The last paint is reported a moment later.
      await new Promise((resolve) => setTimeout(resolve, 500))
      return [...longest.values()]
    })
}
