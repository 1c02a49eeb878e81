import { enableTooltips } from '#lib/enable-tooltips.ts'
import { loadPart } from '#ui/load-part.ts'

/** The script of every public page. */
export function enhancePage(): void {
  holdTarget()
  shrinkHeader()
  showOpeningStatus()
  enableMap()
  enableBooking()
  enableBookingBar()
  enableTooltips()
}

/** Keeps the target of a deep link in place while fonts and islands change the page above it, for ten seconds or until the
 *  visitor moves the page. Safari has no scroll anchoring, and Chromium's sometimes gives up. */
function holdTarget(): void {
  const target = document.querySelector(':target')
  if (!target) return
  const observer = new ResizeObserver(() => target.scrollIntoView({ behavior: 'instant' }))
  observer.observe(document.body)
  const release = () => observer.disconnect()
  for (const type of ['wheel', 'touchstart', 'keydown', 'pointerdown'])
    addEventListener(type, release, { once: true, passive: true })
  setTimeout(release, 10_000)
}

/** Makes the header smaller once the page is scrolled past 50 px. It observes a strip of the page instead of scroll
 *  events. */
function shrinkHeader(): void {
  const header = document.querySelector<HTMLElement>('.site-header')
  const strip = document.querySelector('.first-50-px')
  if (!header || !strip) return
  new IntersectionObserver(([entry]) => {
    header.toggleAttribute('data-scrolled', entry?.isIntersecting === false)
  }).observe(strip)
}

/** Shows whether the clinic is open now, once the hours come near the viewport, and again whenever the page is shown again,
 *  such as from the back/forward cache on the next day. Before the hours are near, neither the script nor another time zone,
 *  whose first use is slow on phones, is needed. */
function showOpeningStatus(): void {
  const near = new Set<Element>()
  const show = () => {
    if (near.size === 0) return
    loadPart(() => import('#components/site/opening-status.ts')).then(
      ({ showStatusIn }) => near.forEach((section) => showStatusIn(section, new Date())),
      () => undefined,
    )
  }
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        observer.unobserve(target)
        near.add(target)
      }
      show()
    },
    { rootMargin: '300px' },
  )
  for (const element of document.querySelectorAll('[data-opening], [data-closures]'))
    observer.observe(element.parentElement!)
  for (const type of ['visibilitychange', 'pageshow']) addEventListener(type, show)
}

/** Replaces the drawn map by OpenStreetMap when the visitor presses "Show map"; no request goes there before that. */
function enableMap(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-map]')
  if (!button) return
  button.hidden = false
  button.addEventListener('click', () => {
    const frame = document.createElement('iframe')
    frame.src = button.dataset['map'] ?? ''
    frame.title = 'Street map showing the clinic, from OpenStreetMap'
    frame.className = 'absolute inset-0 size-full'
    frame.tabIndex = -1
    const parent = button.parentElement
    parent?.replaceChildren(frame)
    parent?.removeAttribute('aria-hidden')
    document.querySelector('[data-drawn]')?.remove()
    frame.focus()
  })
}

/** Shows the bar with Book, which phones have, once the page's first button has left the window, but not while the middle
 *  of the window is in a chapter with a form. */
function enableBookingBar(): void {
  const bar = document.querySelector<HTMLElement>('.booking-bar')
  const header = document.querySelector<HTMLElement>('.site-header')
  if (!bar || !header) return
  const hiding = new Set<Element>()
  const hideWhile = (selector: string, rootMargin: string) => {
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries)
          if (isIntersecting) hiding.add(target)
          else hiding.delete(target)
        bar.hidden = hiding.size > 0
      },
      { rootMargin },
    )
    for (const element of document.querySelectorAll(selector)) observer.observe(element)
  }
  hideWhile('main > section:first-child a.button:first-child', `-${header.offsetHeight}px 0px 0px`)
  hideWhile('#gift-vouchers, #contact, #write', '-50% 0px')
}

/** Makes booking buttons open the provider's widget; without a provider they open the appointment form, or dial on touch
 *  screens while the clinic is open. The widget, the hours and the toast load on the first click. */
function enableBooking(): void {
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element && event.target.closest('[data-book]')
    if (!(button instanceof HTMLAnchorElement)) return
    event.preventDefault()
    const form = button.dataset['book']!
    const hasWidget = 'widget' in button.dataset
    if (!hasWidget && !matchMedia('(pointer: coarse)').matches) return location.assign(form)
    loadPart(() => import('#lib/book.ts')).then(
      ({ book, bookByTouch }) => (hasWidget ? book(form) : bookByTouch(form)),
      () => location.assign(button.href),
    )
  })
}
