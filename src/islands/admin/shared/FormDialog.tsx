import { type ReactNode, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { focusFirstError } from '../../../ui/focus.ts'

interface Props {
  title: string
  eyebrow?: string | undefined
  submitLabel: string
  pendingLabel: string
  variant?: 'primary' | 'bad'
  /** Adds a cancel button, for actions that cannot be undone. */
  cancelLabel?: string
  /** Shown beside the button, such as the balance after the change. */
  outcome?: ReactNode
  /** Resolves to `undefined` on success, otherwise to an error message, '' if the fields show it. */
  onSubmit: () => Promise<string | undefined>
  onClose: () => void
  children: ReactNode
}

/** A dialog with a form. Stays open and shows the message if submitting fails. */
export function FormDialog(props: Props) {
  const {
    title,
    eyebrow,
    submitLabel,
    pendingLabel,
    variant = 'primary',
    cancelLabel,
    outcome,
    onSubmit,
    onClose,
    children,
  } = props
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')

  async function send(form: HTMLElement) {
    setBusy(true)
    setFailure('')
    const message = await onSubmit()
    setBusy(false)
    if (message === undefined) return onClose()
    setFailure(message)
    focusFirstError(form)
  }

  return (
    <Dialog title={title} eyebrow={eyebrow} locked={busy} onClose={onClose}>
      <form
        noValidate
        className="contents"
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) void send(event.currentTarget)
        }}
      >
        <div className="dialog-body">{children}</div>
        <div className="dialog-foot">
          <p role="alert" className="w-full empty:hidden">
            {failure && <span className="message message-bad block">{failure}</span>}
          </p>
          {outcome}
          <div className="ml-auto flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow">
            {cancelLabel !== undefined && (
              <Button variant="quiet" onClick={onClose}>
                {cancelLabel}
              </Button>
            )}
            <Button
              type="submit"
              variant={variant}
              className="min-w-44"
              pendingLabel={busy ? pendingLabel : undefined}
            >
              {submitLabel}
            </Button>
          </div>
        </div>
      </form>
    </Dialog>
  )
}
