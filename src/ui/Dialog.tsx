import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { onClosing } from './dialog-dismiss.ts'
import { shutOff } from './make-inert.ts'
import { CloseSign } from './icons.tsx'

interface Props {
  /** A new title is a new step of the dialog: the focus goes to it, so that it is read out. */
  title: string
  /** A line above the title: what it is about. */
  above?: string | undefined
  /** Escape, the close sign or a press outside. What drew the dialog takes it away, or does not. */
  onClose: () => void
  /** Nobody can close it now. */
  held?: boolean
  /** Others may be laid over it, such as a bank's question. Nothing can be over the browser's own modal dialogs. */
  coverable?: boolean
  /** .dialog-body and .dialog-foot, or a form with both. */
  children: ReactNode
}

/** A modal dialog, open as long as it is drawn. The focus then goes back to where it was, or to what held that. */
export function Dialog({ title, above, onClose, held = false, coverable = false, children }: Props) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const close = useRef(onClose)
  useLayoutEffect(() => {
    close.current = held ? () => undefined : onClose
  })
  useGivenBackFocus()
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    const shut = open(element, coverable)
    const forget = onClosing(element, () => close.current())
    return () => {
      forget()
      shut()
    }
  }, [coverable])
  const read = useRef(title)
  useEffect(() => {
    if (read.current !== title) heading.current?.focus()
    read.current = title
  }, [title])
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={id} aria-modal={coverable || undefined}>
      <div className="dialog-head">
        <div className="min-w-0">
          {above && <p className="text-label wrap-anywhere text-soft">{above}</p>}
          <h2 ref={heading} id={id} tabIndex={-1} className="outline-none">
            {title}
          </h2>
        </div>
        <button type="button" className="button-sign" aria-label="Close" disabled={held} onClick={onClose}>
          <CloseSign />
        </button>
      </div>
      {children}
    </dialog>
  )
}

/** The browser's own way is lost when a dialog changes from one kind into the other. */
function useGivenBackFocus(): void {
  useLayoutEffect(() => {
    const before = document.activeElement
    const holders = [...document.querySelectorAll<HTMLElement>('[tabindex]')].filter((one) =>
      one.contains(before),
    )
    // After the dialog is closed, which its own effect does in this very turn.
    return () => queueMicrotask(() => giveFocus(before, holders))
  }, [])
}

/** What was done in the dialog may have taken away what had the focus. */
function giveFocus(before: Element | null, holders: HTMLElement[]): void {
  const lost = document.activeElement === document.body
  const place = before?.isConnected ? before : lost && holders.findLast((one) => one.isConnected)
  if (place instanceof HTMLElement) place.focus({ preventScroll: true })
}

/** Opens it, and answers how to close it. */
function open(element: HTMLDialogElement, coverable: boolean): () => void {
  const free = coverable ? shutOff(element) : undefined
  if (coverable) element.show()
  else element.showModal()
  return () => {
    free?.()
    element.close()
  }
}
