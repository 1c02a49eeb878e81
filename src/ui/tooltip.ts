// Tooltips of controls that show only an icon, `.button-sign`. The text is the control's accessible name, so that
// aria-describedby would only repeat it. They can be pointed at, and Escape closes them:
// https://www.w3.org/TR/WCAG22/#content-on-hover-or-focus

/** In ms, like the others. */
const OPEN_DELAY = 700
/** How long after a tooltip the next one opens at once. */
const SKIP_DELAY = 300
/** Time to move the pointer from the control to its tooltip. */
const LEAVE_DELAY = 150
/** Distance from the edges of the window, in px. */
const MARGIN = 8

const tooltip = document.createElement('div')
let shownFor: Element | undefined
let skipsDelay = false
let planned: number | undefined
let skipping: number | undefined

/** @param first The event that made the page load this module. */
export function startTooltips(first: Event): void {
  tooltip.className = 'tooltip'
  tooltip.role = 'tooltip'
  tooltip.popover = 'manual'
  addEventListener('pointerover', followPointer)
  addEventListener('keyup', followTab)
  addEventListener('keydown', closeByEscape, { capture: true })
  for (const type of ['pointerdown', 'click', 'focusout', 'scroll', 'resize', 'blur'])
    addEventListener(type, hide, { capture: true, passive: true })
  if (first.type === 'keyup') followTab(first as KeyboardEvent)
  else followPointer(first as PointerEvent)
}

const controlAt = ({ target }: Event) =>
  target instanceof Element ? target.closest('.button-sign[aria-label]') : null

function followPointer(event: PointerEvent): void {
  if (event.pointerType === 'touch') return
  const control = controlAt(event)
  if (tooltip.contains(event.target as Node) || (control && control === shownFor)) clearTimeout(planned)
  else if (control) offer(control)
  else if (shownFor) plan(hide, LEAVE_DELAY)
  else clearTimeout(planned)
}

/** Follows Tab and not the focus: a dialog that opens focuses its Close button, which nobody has asked about. */
function followTab(event: KeyboardEvent): void {
  const control = controlAt(event)
  if (event.key === 'Tab' && control) offer(control)
}

/** Takes the event, so that the dialog around the control stays open. */
function closeByEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || !shownFor) return
  event.preventDefault()
  event.stopImmediatePropagation()
  hide()
}

function plan(action: () => void, delay: number): void {
  clearTimeout(planned)
  planned = window.setTimeout(action, delay)
}

const offer = (control: Element) => plan(() => show(control), shownFor || skipsDelay ? 0 : OPEN_DELAY)

function show(control: Element): void {
  if (!control.matches(':hover, :focus')) return
  shownFor = control
  tooltip.textContent = control.getAttribute('aria-label')
  // Inside an open dialog, because everything outside a modal one is inert.
  ;(control.closest('dialog') ?? document.body).append(tooltip)
  tooltip.showPopover?.()
  place(control.getBoundingClientRect())
}

/** Below the control, or above it at the bottom of the window. */
function place({ left, top, bottom, width }: DOMRect): void {
  const { offsetWidth, offsetHeight } = tooltip
  const { clientWidth, clientHeight } = document.documentElement
  const centred = left + (width - offsetWidth) / 2
  const x = Math.max(MARGIN, Math.min(centred, clientWidth - offsetWidth - MARGIN))
  const y = bottom + offsetHeight > clientHeight ? top - offsetHeight : bottom
  tooltip.style.translate = `${Math.round(x)}px ${Math.round(y)}px`
}

function hide(): void {
  clearTimeout(planned)
  if (!shownFor) return
  shownFor = undefined
  tooltip.remove()
  skipsDelay = true
  clearTimeout(skipping)
  skipping = window.setTimeout(() => (skipsDelay = false), SKIP_DELAY)
}
