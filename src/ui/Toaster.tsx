import { useSignals } from '@preact/signals-react/runtime'
import * as Toast from '@radix-ui/react-toast'
import { useLayoutEffect } from 'react'
import { CloseIcon } from '#ui/icons.tsx'
import { currentToast, dismissToast, TOAST_DURATION, type ToastAction } from '#ui/toast.ts'

const SWIPE_THRESHOLD = 50

/** @param props.place The element it is mounted in, which also holds what screen readers announce. */
export function Toaster({ place }: { place: HTMLElement }) {
  useSignals()
  const toast = currentToast.value
  const shown = toast?.isOpen ? toast.key : undefined
  useLayoutEffect(() => (shown === undefined ? undefined : keepOffButtons(place)), [place, shown])
  return (
    <Toast.Provider
      swipeDirection="right"
      swipeThreshold={SWIPE_THRESHOLD}
      duration={TOAST_DURATION}
      announcerContainer={place}
    >
      {toast && (
        <Toast.Root
          key={toast.key}
          className={toast.variant === 'destructive' ? 'toast toast-bad' : 'toast'}
          type={toast.variant === 'destructive' ? 'foreground' : 'background'}
          duration={toast.duration ?? TOAST_DURATION}
          open={toast.isOpen}
          onOpenChange={(isOpen) => isOpen || currentToast.value?.key !== toast.key || dismissToast()}
        >
          <Toast.Title asChild>
            <strong>{toast.title}</strong>
          </Toast.Title>
          <Toast.Description className="text-soft">{toast.description}</Toast.Description>
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
 * Docks the shown toast at the top of a narrow window, or at the bottom while it would cover a button at the top.
 * Returns a function that stops watching the page.
 */
function keepOffButtons(place: HTMLElement): () => void {
  const listening = new AbortController()
  const options = { signal: listening.signal, passive: true, capture: true }
  const dock = () => {
    delete place.dataset['dock']
    const toast = place.querySelector('.toast')?.getBoundingClientRect()
    if (toast && coversButton(place, toast)) place.dataset['dock'] = 'bottom'
  }
  dock()
  addEventListener('scroll', dock, options)
  addEventListener('resize', dock, options)
  // The step that the toast speaks of may be rendered after it.
  const rendered = new MutationObserver(dock)
  rendered.observe(document.querySelector('main') ?? document.body, { childList: true, subtree: true })
  return () => {
    rendered.disconnect()
    listening.abort()
  }
}

const coversButton = (place: HTMLElement, toast: DOMRect) =>
  [...document.querySelectorAll('main :is(button, .button)')].some((button) => {
    const { top, bottom, left, right, height } = button.getBoundingClientRect()
    const apart = bottom <= toast.top || top >= toast.bottom || right <= toast.left || left >= toast.right
    return height > 0 && !apart && !place.contains(button)
  })
