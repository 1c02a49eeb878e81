/** The header is smaller once the page is scrolled past 50 px. The strip it watches is in the page, so no scroll event
 *  is needed. */
export function headerShrinks(): void {
  const header = document.querySelector<HTMLElement>('.site-header')
  const strip = document.querySelector('.first-50-px')
  if (!header || !strip) return
  new IntersectionObserver(([entry]) => {
    header.toggleAttribute('data-scrolled', entry?.isIntersecting === false)
  }).observe(strip)
}
