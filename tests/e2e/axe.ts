import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright/test'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Axe {
  run: (
    where: string,
    options: object,
  ) => Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>
}

/** Returns axe's findings for a part of the page, without Stripe's frames. */
export async function axe(page: Page, where: string): Promise<string[]> {
  await page.evaluate(AXE)
  return page.evaluate(async (part) => {
    const { axe } = window as unknown as { axe: Axe }
    const { violations } = await axe.run(part, { iframes: false })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
    )
  }, where)
}
