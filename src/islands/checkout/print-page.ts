import { dismissToast, showToast } from '#ui/toast.ts'

/** Time within which a browser that can print begins to (ms). Chromium begins before print() returns. */
const BEGIN_MS = 1000
/** Time to read the message and to do what it says (ms). */
const MESSAGE_MS = 60_000
const CANNOT_PRINT = 'cannot-print'

/** What to do about a purchase, whose page opens only by the link in its email. */
export const FROM_THE_EMAIL =
  'Please open “See your purchase” in the email with your receipt in Safari or Chrome, and print from there.'

let restoreTitle = () => {}

/**
 * Prints the page. Browsers name a PDF after the title, which is `title` until the print dialog is closed. Browsers inside
 * other apps may have no print(), or one that does nothing: then the page says so, and `elsewhere`, what to do instead.
 */
export function printPage(title: string, elsewhere = openElsewhere()): void {
  restoreTitle()
  setTitle(title)
  let hasBegun = false
  const begin = () => {
    hasBegun = true
    dismissToast(CANNOT_PRINT)
  }
  const warn = () => {
    if (hasBegun) return
    restoreTitle()
    showToast({
      id: CANNOT_PRINT,
      title: 'This browser cannot print',
      description: elsewhere,
      duration: MESSAGE_MS,
    })
  }
  addEventListener('beforeprint', begin, { once: true })
  if (typeof window.print !== 'function') return warn()
  window.print()
  setTimeout(warn, BEGIN_MS)
}

/** Titles the page until it is printed, or somebody goes on with it: on an iPhone print() returns before it prints. */
function setTitle(title: string): void {
  const usual = document.title
  const controller = new AbortController()
  restoreTitle = () => {
    controller.abort()
    // Another page of the portal may have been opened since.
    if (document.title === title) document.title = usual
    restoreTitle = () => {}
  }
  document.title = title
  for (const type of ['afterprint', 'pointerdown', 'keydown'])
    addEventListener(type, () => restoreTitle(), { capture: true, signal: controller.signal })
}

const openElsewhere = () =>
  `Please open this page in Safari or Chrome: ${location.host}${location.pathname}${location.hash}`
