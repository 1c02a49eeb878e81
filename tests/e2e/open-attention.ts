import { expect, type Locator, type Page } from 'playwright/test'

/** Opens the line of an item under Needs attention, and the one that it is folded into. */
export async function openAttention(page: Page, text: string): Promise<Locator> {
  const items = page
    .getByRole('region', { name: 'Needs attention' })
    .getByRole('listitem')
    .filter({ hasText: text })
  await expect(items.first()).toBeVisible()
  await items.first().evaluate((item) => {
    for (const each of item.querySelectorAll('details')) each.open = true
  })
  return items.last()
}
