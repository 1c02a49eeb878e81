import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Locator, type Page } from 'playwright/test'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Axe {
  run: (
    where: string,
    options: object,
  ) => Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block']

/** Returns axe's findings for a part of the page, without Stripe's frames. */
export async function axe(page: Page, where: string, rules: string[] = TAGS): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  return page.evaluate(
    async ([part, runOnly]) => {
      const { axe } = window as unknown as { axe: Axe }
      // Describing what passed takes longer than the checks.
      const { violations } = await axe.run(part, { iframes: false, runOnly, resultTypes: ['violations'] })
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
      )
    },
    [where, rules] as const,
  )
}

/** Returns axe's findings for a part of the page in both colour schemes, which differ in nothing but colours. */
export async function axeInBothSchemes(page: Page, where: string): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await axe(page, where)
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await axe(page, where, RULES_OF_COLOURS)
  return [...light.map((finding) => `light: ${finding}`), ...dark.map((finding) => `dark: ${finding}`)]
}

/** Returns how far right the part and what is in it reach (px). */
export const rightEdge = (part: Locator) =>
  part.evaluate((one) =>
    Math.max(...Array.from(one.querySelectorAll('*'), (each) => each.getBoundingClientRect().right)),
  )

/** Each colour scheme once, on a phone and on a desktop. */
const VIEWS = [
  { width: 390, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
] as const

/** Asserts no axe findings in a part of the page on a phone and on a desktop, and no horizontal scrolling there and at 320 px. */
export async function expectUsable(page: Page, where = 'body'): Promise<void> {
  for (const { width, colorScheme } of VIEWS) {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme })
    expect(await axe(page, where), `${width} px, ${colorScheme}`).toEqual([])
    await expectNoScrolling(page, width)
  }
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoScrolling(page, 320)
}

async function expectNoScrolling(page: Page, width: number): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
}
