import type { Page } from 'playwright/test'

/** Returns the words that are broken between two letters in the visible elements of a selector. */
export const brokenWords = (page: Page, selector: string): Promise<string[]> =>
  page
    .locator(selector)
    .filter({ visible: true })
    .evaluateAll((elements) =>
      elements.flatMap((element) => {
        // For screen readers only.
        if (element.getBoundingClientRect().width <= 1) return []
        const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
        const found: string[] = []
        for (let node = texts.nextNode(); node; node = texts.nextNode())
          for (const { index, 0: word } of node.nodeValue!.matchAll(/[a-z]+/gi)) {
            const range = document.createRange()
            range.setStart(node, index)
            range.setEnd(node, index + word.length)
            if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) found.push(word)
          }
        return found
      }),
    )
