import { useSignals } from '@preact/signals-react/runtime'
import * as Toast from '@radix-ui/react-toast'
import { useEffect, useLayoutEffect } from 'react'
import { ExactText } from '#ui/ExactText.tsx'
import { CloseIcon } from '#ui/icons.tsx'
import { currentToast, dismissToast, TOAST_DURATION, type ToastAction } from '#ui/toast.ts'

const SWIPE_THRESHOLD = 50

/** @param props.place The element it is mounted in, which also holds what screen readers announce. */
export function Toaster({ place }: { place: HTMLElement }) {
  useSignals()
  const toast = currentToast.value
  const shown = toast?.isOpen ? toast.key : undefined
  const duration = toast?.duration ?? TOAST_DURATION
  useLayoutEffect(() => (shown === undefined ? undefined : keepOffControls(place)), [place, shown])
  useEffect(() => (shown === undefined ? undefined : dismissAfter(duration, place)), [duration, place, shown])
  return (
    <Toast.Provider
      swipeDirection="right"
      swipeThreshold={SWIPE_THRESHOLD}
      duration={Infinity}
      announcerContainer={place}
    >
      {toast && (
        <Toast.Root
          key={toast.key}
          className={toast.variant === 'destructive' ? 'toast toast-bad' : 'toast'}
          type={toast.variant === 'destructive' ? 'foreground' : 'background'}
          open={toast.isOpen}
          onOpenChange={(isOpen) => isOpen || currentToast.value?.key !== toast.key || dismissToast()}
        >
          <Toast.Title asChild>
            <strong>{toast.title}</strong>
          </Toast.Title>
          <Toast.Description className="text-soft">
            <ExactText names={toast.names}>{toast.description}</ExactText>
          </Toast.Description>
          {toast.action && (
            <div className="toast-actions">
              {toast.action.map((action) => (
                <Toast.Action key={action.label} altText={action.label} asChild>
                  <Action action={action} />
                </Toast.Action>
              ))}
            </div>
          )}
          <Toast.Close className="button-sign" aria-label="Close">
            <CloseIcon />
          </Toast.Close>
        </Toast.Root>
      )}
      <Toast.Viewport hotkey={['F8']} />
    </Toast.Provider>
  )
}

/**
 * Dismisses the shown toast after its time (ms), or so much later, if it has the pointer, a finger or the focus then, or the
 * window is in the background. Returns a function that stops the clock. Radix's own clock ignores a finger that does not
 * move, and stops for good once a toast was closed by a press.
 */
function dismissAfter(duration: number, place: HTMLElement): () => void {
  const listening = new AbortController()
  const options = { signal: listening.signal }
  let isTouched = false
  place.addEventListener('pointerdown', () => (isTouched = true), options)
  for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => (isTouched = false), options)
  const isHeld = () => isTouched || place.matches(':is(:hover, :focus-within)') || !document.hasFocus()
  const clock = setInterval(() => isHeld() || dismissToast(), duration)
  return () => {
    clearInterval(clock)
    listening.abort()
  }
}

/** `rest` is what the toast adds: its own click handler, which dismisses it. */
function Action({ action, ...rest }: { action: ToastAction; onClick?: () => void }) {
  const { label } = action
  if ('href' in action)
    return (
      <a {...rest} href={action.href} className="link">
        {label}
      </a>
    )
  const press = () => {
    action.onPress()
    rest.onClick?.()
  }
  return (
    <button {...rest} type="button" className="link" onClick={press}>
      {label}
    </button>
  )
}

/**
 * Keeps the shown toast off fields and buttons: at its place, at the bottom, in a gap between them or over the header. In
 * a dialog it has a row of its own. Returns a function that stops watching the page.
 */
function keepOffControls(place: HTMLElement): () => void {
  const listening = new AbortController()
  const options = { signal: listening.signal, passive: true, capture: true }
  const dock = () => dockToast(place)
  dock()
  addEventListener('scroll', dock, options)
  addEventListener('resize', dock, options)
  // The step that the toast speaks of may be rendered after it, as may the first toast itself.
  const rendered = new MutationObserver(dock)
  for (const element of [document.querySelector('main') ?? document.body, place])
    rendered.observe(element, { childList: true, subtree: true })
  return () => {
    rendered.disconnect()
    listening.abort()
  }
}

// Stripe's fields are in a frame. The others are the navigation of the portal.
const CONTROLS =
  'main :is(button, .button, input, select, textarea, iframe, [role=alert]), :is(.admin-bar, .admin-tabs) :is(a, button), .side-back, .side-close'
/** Between a toast and a control, in pixels. */
const GAP = 8

function dockToast(place: HTMLElement): void {
  delete place.dataset['dock']
  place.style.top = place.style.bottom = ''
  const toast = place.querySelector('.toast')?.getBoundingClientRect()
  if (!toast || place.parentElement !== document.body) return
  const controls = [...document.querySelectorAll(CONTROLS)]
    .map((control) => control.getBoundingClientRect())
    .filter(
      ({ width, height, left, right }) => width * height > 0 && right > toast.left && left < toast.right,
    )
  const coveredAt = (top: number) =>
    controls
      .map((control) => Math.min(control.bottom, top + toast.height) - Math.max(control.top, top))
      .reduce((sum, covered) => sum + Math.max(0, covered), 0)
  if (coveredAt(toast.top) === 0) return
  place.dataset['dock'] = 'bottom'
  const atBottom = place.getBoundingClientRect().top
  if (coveredAt(atBottom) === 0) return
  // In the portal the toast may also lie above its place, because the navigation is among the controls.
  const highest = document.querySelector('.admin-tabs') ? GAP : toast.top
  const gaps = controls.map(({ bottom }) => bottom + GAP).filter((top) => top > highest && top < atBottom)
  const tops = [atBottom, toast.top, ...gaps, GAP]
  const least = Math.min(...tops.map(coveredAt))
  place.style.top = `${tops.find((top) => coveredAt(top) === least)}px`
  place.style.bottom = 'auto'
}
