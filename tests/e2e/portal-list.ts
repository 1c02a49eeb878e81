import { expect, type Page } from 'playwright/test'

/** The tab of a list, whatever its count: "Redeemed". */
export const listTab = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Status' }).getByRole('radio', { name: new RegExp(`^${name}`) })

/** The range of days of a list, and of its download. */
export const dayField = (page: Page, name: 'From' | 'To') =>
  page.getByLabel(name === 'From' ? /^(Sold|Ordered|Seen) from/ : /^(Sold|Ordered|Seen) until/)

/** Searches the open list, and waits until it shows what was found. */
export async function searchList(page: Page, words: string): Promise<void> {
  await page.getByLabel('Search').fill(words)
  await expect(page.locator('[role=group][aria-busy]')).toHaveAttribute('aria-busy', 'false')
}
