import { type ReactNode, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { focusFirstError } from '../../../ui/focus.ts'

interface Props {
  title: string
  eyebrow?: string | undefined
  /** The button's words, and meanwhile. */
  submitLabel: string
  pendingLabel: string
  variant?: 'primary' | 'bad'
  /** What stands on a safe way out, for what cannot be taken back. */
  cancelLabel?: string
  /** What stands beside the button: what will be left. */
  outcome?: ReactNode
  /** Says nothing once it is done; else what went wrong, '' where the fields say it. */
  onSubmit: () => Promise<string | undefined>
  onClose: () => void
  /** The fields. */
  children: ReactNode
}

/** A dialog to fill in. What went wrong stands in it, and nothing typed is lost. */
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
    const sentence = await onSubmit()
    setBusy(false)
    if (sentence === undefined) return onClose()
    setFailure(sentence)
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
