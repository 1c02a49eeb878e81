import { basename, join } from 'node:path'
import { addOwner } from '#tests/benchmarks/add-owner.ts'
import { kilobytes } from '#tests/benchmarks/report.ts'
import { inlineScriptWeight } from '#tests/benchmarks/routes/inline-script-weight.ts'
import { weightOf } from '#tests/benchmarks/routes/page-weight.ts'
import { openBrowser } from '#tests/harness/open-browser.ts'

/**
 * Returns the JavaScript of the portal with its first tab open, for a signed-in owner (KB, compressed). The code of the
 * charts is loaded after them, once their data is there.
 */
export async function weighPortal(site: string, url: string, databaseUrl: string): Promise<number> {
  const owner = await addOwner(databaseUrl)
  const browser = await openBrowser()
  try {
    const context = await browser.newContext({ locale: 'en-GB' })
    const answer = await context.request.post(`${url}/api/admin/login`, { data: owner })
    const { token } = (await answer.json()) as { token: string }
    await context.addInitScript(
      ([email, token]) => {
        localStorage.setItem('adminEmail', email)
        localStorage.setItem('adminToken', token)
      },
      [owner.email, token] as const,
    )
    const page = await context.newPage()
    await page.route('**/api/admin/charts', (route) => route.abort())
    const scripts = new Set<string>()
    page.on('request', (request) => request.resourceType() === 'script' && scripts.add(request.url()))
    await page.goto(`${url}/admin/dashboard#overview`, { waitUntil: 'networkidle' })
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    const files = [...scripts].map((script) => join(site, '_astro', basename(new URL(script).pathname)))
    const inline = inlineScriptWeight(join(site, 'admin', 'dashboard.html'))
    const weights = await Promise.all([...files.map(weightOf), inline])
    return kilobytes(weights.reduce((sum, weight) => sum + weight, 0))
  } finally {
    await browser.close()
  }
}
