import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { onDismiss } from './dialog-dismiss.ts'
import { makeInert } from './make-inert.ts'
import { CloseIcon } from './icons.tsx'

interface Props {
  /** A new title is a new step of the dialog: the focus goes to it, so that it is read out. */
  title: string
  /** A line above the title: what it is about. */
  eyebrow?: string | undefined
  /** Escape, the close sign or a press outside. What drew the dialog takes it away, or does not. */
  onClose: () => void
  /** Nobody can close it now. */
  locked?: boolean
  /** Others may be laid over it, such as a bank's question. Nothing can be over the browser's own modal dialogs. */
  nonModal?: boolean
  /** .dialog-body and .dialog-foot, or a form with both. */
  children: ReactNode
}

/** A modal dialog, open as long as it is drawn. The focus then goes back to where it was, or to what held that. */
export function Dialog({ title, eyebrow, onClose, locked = false, nonModal = false, children }: Props) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const close = useRef(onClose)
  useLayoutEffect(() => {
    close.current = locked ? () => undefined : onClose
  })
  useRestoredFocus()
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    const shut = open(element, nonModal)
    const forget = onDismiss(element, () => close.current())
    return () => {
      forget()
      shut()
    }
  }, [nonModal])
  const read = useRef(title)
  useEffect(() => {
    if (read.current !== title) heading.current?.focus()
    read.current = title
  }, [title])
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={id} aria-modal={nonModal || undefined}>
      <div className="dialog-head">
        <div className="min-w-0">
          {eyebrow && <p className="text-label wrap-anywhere text-soft">{eyebrow}</p>}
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

/** The browser's own way is lost when a dialog changes from one kind into the other. */
function useRestoredFocus(): void {
  useLayoutEffect(() => {
    const before = document.activeElement
    const holders = [...document.querySelectorAll<HTMLElement>('[tabindex]')].filter((one) =>
      one.contains(before),
    )
    // After the dialog is closed, which its own effect does in this very turn.
    return () => queueMicrotask(() => restoreFocus(before, holders))
  }, [])
}

/** What was done in the dialog may have taken away what had the focus. */
function restoreFocus(before: Element | null, holders: HTMLElement[]): void {
  const lost = document.activeElement === document.body
  const place = before?.isConnected ? before : lost && holders.findLast((one) => one.isConnected)
  if (place instanceof HTMLElement) place.focus({ preventScroll: true })
}

/** Opens it, and answers how to close it. */
function open(element: HTMLDialogElement, nonModal: boolean): () => void {
  const free = nonModal ? makeInert(element) : undefined
  if (nonModal) element.show()
  else element.showModal()
  return () => {
    free?.()
    element.close()
  }
}
