import type { Page } from 'playwright/test'

/**
 * Returns what a reader cannot see: how far the page is wider than the window, and the texts and controls that reach out
 * of the window or are clipped by an element without scroll bars. Text for screen readers only does not count.
 */
export const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const { clientWidth, scrollWidth } = document.documentElement
    if (scrollWidth > clientWidth) found.push(`the page: ${scrollWidth} of ${clientWidth} px`)
    const modal = document.querySelector('dialog:modal') ?? document.body

    const isHiddenOnPurpose = (element: Element): boolean => {
      for (let one: Element | null = element; one; one = one.parentElement) {
        const { clipPath, display } = getComputedStyle(one)
        const { width, height } = one.getBoundingClientRect()
        if (clipPath !== 'none' || (display !== 'contents' && width <= 1 && height <= 1)) return true
      }
      return !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    }

    /** What cuts the box, if anything does. */
    function cutBy(element: Element, box: DOMRect): string | undefined {
      let isScrolled = false
      for (let one: Element | null = element; one && one !== document.body; one = one.parentElement) {
        const style = getComputedStyle(one)
        const outer = one.getBoundingClientRect()
        if (style.overflowX === 'auto' || style.overflowX === 'scroll') {
          if (one.scrollWidth > one.clientWidth && one.matches('dialog, .dialog-body'))
            return `${one.className} scrolls sideways`
          isScrolled = true
        }
        if (
          ['hidden', 'clip'].includes(style.overflowX) &&
          !isScrolled &&
          (box.right > outer.right + 2 || box.left < outer.left - 2)
        )
          return `${one.tagName}.${one.className}, sideways`
        if (
          ['hidden', 'clip'].includes(style.overflowY) &&
          (box.bottom > outer.bottom + 3 || box.top < outer.top - 3)
        )
          return `${one.tagName}.${one.className}, in height`
        if (style.position === 'fixed') break
      }
      return !isScrolled && (box.right > innerWidth + 1 || box.left < -1) ? 'the window' : undefined
    }

    const report = (element: Element, box: DOMRect, text: string) => {
      if (box.width === 0 || isHiddenOnPurpose(element)) return
      const by = cutBy(element, box)
      if (by)
        found.push(
          `“${text.trim().slice(0, 40)}” is cut by ${by} (${Math.round(box.left)} to ${Math.round(box.right)})`,
        )
    }
    const texts = document.createTreeWalker(modal, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const { parentElement } = node
      if (
        !parentElement ||
        !node.nodeValue?.trim() ||
        parentElement.closest('script, style, option, noscript, svg')
      )
        continue
      const range = document.createRange()
      range.selectNodeContents(node)
      report(parentElement, range.getBoundingClientRect(), node.nodeValue)
    }
    for (const control of modal.querySelectorAll('button, a, input, select, textarea, img, iframe'))
      report(
        control,
        control.getBoundingClientRect(),
        control.getAttribute('aria-label') ?? control.outerHTML.slice(0, 60),
      )
    return [...new Set(found)]
  })
