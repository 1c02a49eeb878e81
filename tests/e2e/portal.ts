import type { APIRequestContext, Page } from 'playwright/test'
import { expect } from './shop-window.ts'

interface Stack {
  adminEmail: string
  adminPassword: string
}

/** Signs the owner in, as the login page would, and opens a place of the portal: `#vouchers`. */
export async function openPortal(page: Page, place: string): Promise<void> {
  const { adminEmail, adminPassword } = (await (
    await page.request.get('/__local/stack.json')
  ).json()) as Stack
  const token = await signIn(page.request, adminEmail, adminPassword)
  await page.addInitScript(
    ([token, email]) => {
      localStorage.setItem('adminEmail', email)
      localStorage.setItem('adminToken', token)
    },
    [token, adminEmail] as const,
  )
  await page.goto(`/admin/dashboard${place}`)
}

async function signIn(request: APIRequestContext, email: string, password: string): Promise<string> {
  const answer = await request.post('/api/admin/login', {
    data: { email, password },
    headers: { 'x-nf-client-connection-ip': `198.51.100.${Math.ceil(Math.random() * 250)}` },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  return ((await answer.json()) as { token: string }).token
}
