import { expect, type Locator, type Page } from 'playwright/test'

/**
 * Plays a browser's translator in each page that is opened from now on: it replaces every text by nested `<font>`
 * elements, also what is inserted or changed later, as Chrome does. The words stay, so that a test can read them.
 */
export async function translatePages(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const NOT_TEXT = 'script, style, template, textarea, title, svg, font'
    function translate(text: Text) {
      const { parentElement } = text
      if (text.data.trim() === '' || !parentElement?.isConnected) return
      if (!parentElement.translate || parentElement.closest(NOT_TEXT)) return
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.textContent = text.data
      outer.append(inner)
      text.replaceWith(outer)
    }
    function translateAll(node: Node) {
      if (node instanceof Text) return translate(node)
      const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      texts.forEach(translate)
    }
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes)
        for (const node of type === 'characterData' ? [target] : addedNodes) translateAll(node)
    }).observe(document, { childList: true, characterData: true, subtree: true })
  })
}

/** Neither translated nor offered for it. */
export async function expectExact(...places: Locator[]) {
  for (const place of places) await expect(place.locator('font')).toHaveCount(0)
}

/** Amounts, references, email addresses, phone numbers and numbers of purchases. */
const FACTS = String.raw`£\d|\bpi_\w|\w@\w+[.-]|\b0\d{2,4} ?\d{3} ?\d{3}|\b(?:Order|Voucher purchase) \d`

/** Nothing on the page that holds a fact or one of the names is offered for translation. */
export const expectFactsExact = (page: Page, ...names: string[]) =>
  expect
    .poll(() =>
      page
        .locator('font font')
        .evaluateAll(
          (texts, facts) =>
            texts.map((text) => text.textContent).filter((text) => new RegExp(facts).test(text)),
          [FACTS, ...names].join('|'),
        ),
    )
    .toEqual([])

/** Types an address with a misspelt provider, which is suggested, and then this one. */
export async function correctEmail(field: Locator, to: string) {
  await field.fill(to.replace('example.com', 'gmial.com'))
  await expect(field.page().getByText('Did you mean')).toBeVisible()
  await field.fill(to)
  await expect(field.page().getByText('Did you mean')).toBeHidden()
}
