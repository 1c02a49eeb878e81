import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { CloseSign } from './signs.tsx'

interface Props {
  title: string
  /** A line above the title: what it is about. */
  above?: string
  /** Escape, the close sign or a press outside. What drew the dialog then takes it away. */
  onClose: () => void
  /** .dialog-body and .dialog-foot, or a form with both. */
  children: ReactNode
}

/** A modal dialog, open as long as it is drawn. The focus then goes back to where it was. */
export function Dialog({ title, above, onClose, children }: Props) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  // Before it leaves the page: only a dialog that is closed gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    element.showModal()
    const forget = onPressOutside(element, () => element.close())
    return () => {
      forget()
      element.close()
    }
  }, [])
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={id} onClose={onClose}>
      <div className="dialog-head">
        <div className="min-w-0">
          {above && <p className="text-label text-soft">{above}</p>}
          <h2 id={id}>{title}</h2>
        </div>
        <button type="button" className="button-sign" aria-label="Close" onClick={onClose}>
          <CloseSign />
        </button>
      </div>
      {children}
    </dialog>
  )
}

/** The head, body and foot fill a dialog, so that what hits the dialog itself hit its backdrop. Both ends of the press
    must: text selected from within may end outside. */
function onPressOutside(dialog: HTMLDialogElement, then: () => void): () => void {
  let begunOutside = false
  const begin = ({ target }: Event) => void (begunOutside = target === dialog)
  const end = ({ target }: Event) => begunOutside && target === dialog && then()
  dialog.addEventListener('pointerdown', begin)
  dialog.addEventListener('click', end)
  return () => {
    dialog.removeEventListener('pointerdown', begin)
    dialog.removeEventListener('click', end)
  }
}
