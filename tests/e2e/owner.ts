import { randomUUID } from 'node:crypto'
import { expect, type APIRequestContext, type Page } from 'playwright/test'
import { ensureAdmin, setPassword } from '#server/auth/admins.ts'
import { systemClock, systemRandom } from '#server/clients/services.ts'
import { createDb } from '#server/db/db.ts'
import { axe } from '#tests/e2e/axe.ts'

export const OWNER_PASSWORD = 'a heron stands in the Mersey'

/** Creates an admin account for this test, with the password `OWNER_PASSWORD`. */
export async function newOwner(request: APIRequestContext): Promise<string> {
  const { databaseUrl } = (await (await request.get('/__local/stack.json')).json()) as { databaseUrl: string }
  const services = { db: createDb(databaseUrl), clock: systemClock, random: systemRandom }
  const email = `owner-${randomUUID()}@example.com`
  await setPassword(services, (await ensureAdmin(services, email)).id, OWNER_PASSWORD)
  return email
}

/** Signs in as a new owner and opens a tab, or an item in it (`vouchers/{id}`). */
export async function openPortal(page: Page, at = 'overview'): Promise<string> {
  const email = await newOwner(page.request)
  await page.goto('/privacy-policy')
  await page.evaluate(
    async (typed) => {
      const answer = await fetch('/api/admin/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(typed),
      })
      const { token } = (await answer.json()) as { token: string }
      localStorage.setItem('adminEmail', typed.email)
      localStorage.setItem('adminToken', token)
    },
    { email, password: OWNER_PASSWORD },
  )
  await page.goto(`/admin/dashboard#${at}`)
  await expect(page.getByRole('navigation', { name: 'Portal' })).toBeVisible()
  return email
}

/** Asserts no axe findings and no horizontal scrolling, on phone and desktop, in both colour schemes. */
export async function expectUsable(page: Page): Promise<void> {
  for (const width of [320, 390, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await axe(page, 'body'), `${width} px, ${colorScheme}`).toEqual([])
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
}
