import { useEffect, useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { onDismiss } from '#ui/dialog-dismiss.ts'
import { CloseIcon } from '#ui/icons.tsx'
import { dismissToast, placeToasts } from '#ui/toast.ts'

interface Props {
  /** A changed title marks a new step: the heading takes the focus, so that screen readers read it. */
  title: string
  /** The line above the title: the subject of the dialog. */
  eyebrow?: string | undefined
  /** Called on Escape, the close button or a press outside. The parent decides whether to unmount the dialog. */
  onClose: () => void
  /** Disables dismissal while an action is pending. */
  locked?: boolean
  /** Non-modal, so that Stripe's 3-D Secure frame can appear above: nothing can cover a native modal dialog. */
  nonModal?: boolean
  /** Opened by no press, so that the page's toast may be about this dialog. */
  keepsToast?: boolean
  /** .dialog-body and .dialog-foot, or a form with both. */
  children: ReactNode
}

/** A dialog that is open while it is mounted. Unmounting restores the focus. */
export function Dialog({
  title,
  eyebrow,
  onClose,
  locked = false,
  nonModal = false,
  keepsToast = false,
  children,
}: Props) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const close = useRef(onClose)
  useLayoutEffect(() => {
    close.current = locked ? () => undefined : onClose
  })
  useRestoredFocus()
  // A toast of the last action would seem to belong to this dialog.
  useLayoutEffect(() => {
    if (!keepsToast) dismissToast()
  }, [keepsToast])
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    const closeDialog = open(element, nonModal)
    const stopListening = onDismiss(element, () => close.current())
    return () => {
      stopListening()
      closeDialog()
    }
  }, [nonModal])
  const lastTitle = useRef(title)
  useEffect(() => {
    if (lastTitle.current !== title) heading.current?.focus()
    lastTitle.current = title
  }, [title])
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={id} aria-modal={nonModal || undefined}>
      <div className="dialog-head">
        <div className="min-w-0">
          {eyebrow && (
            <p className="text-label wrap-anywhere text-soft" translate="no">
              {eyebrow}
            </p>
          )}
          <h2 ref={heading} id={id} tabIndex={-1} className="outline-none">
            {title}
          </h2>
        </div>
        <button type="button" className="button-sign" aria-label="Close" disabled={locked} onClick={onClose}>
          <CloseIcon />
        </button>
      </div>
      {children}
    </dialog>
  )
}

/** Restores the focus on unmount. The native restoration is lost when a dialog changes between modal and non-modal. */
function useRestoredFocus(): void {
  useLayoutEffect(() => {
    const before = document.activeElement
    const holders = [...document.querySelectorAll<HTMLElement>('[tabindex]')].filter((one) =>
      one.contains(before),
    )
    // In a microtask, because the effect that closes the dialog runs in the same task.
    return () => queueMicrotask(() => restoreFocus(before, holders))
  }, [])
}

/** Focuses the element that had the focus before, or its closest remaining container if it was removed. */
function restoreFocus(before: Element | null, holders: HTMLElement[]): void {
  const lost = document.activeElement === document.body
  const place = before?.isConnected ? before : lost && holders.findLast((one) => one.isConnected)
  if (place instanceof HTMLElement) place.focus({ preventScroll: true })
}

/** Opens the dialog. Returns a function that closes it. */
function open(element: HTMLDialogElement, nonModal: boolean): () => void {
  placeToasts(element)
  const undoInert = nonModal ? makeInert(element) : undefined
  if (nonModal) element.show()
  else element.showModal()
  return () => {
    undoInert?.()
    element.close()
    placeToasts()
  }
}

/**
 * Makes the rest of the page inert. Elements that are added later stay usable, and so do frames that a third-party
 * script has added to the body. Returns a function that undoes it.
 */
function makeInert(element: Element): () => void {
  const madeInert: Element[] = []
  for (let at = element; at.parentElement; at = at.parentElement) {
    for (const sibling of at.parentElement.children) {
      if (sibling === at || sibling.matches('[inert], head, body > iframe, body > :has(> iframe)')) continue
      sibling.setAttribute('inert', '')
      madeInert.push(sibling)
    }
  }
  return () => {
    for (const each of madeInert) each.removeAttribute('inert')
  }
}
