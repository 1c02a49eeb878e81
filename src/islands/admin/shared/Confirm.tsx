import { type ReactNode, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'

interface Props {
  title: string
  /** The subject: a code or a name. */
  eyebrow?: string | undefined
  /** The consequences, such as where money goes. */
  children: ReactNode
  /** A verb, an object and the sum: "Issue Refund £40.00". */
  submitLabel: string
  pendingLabel: string
  variant?: 'primary' | 'bad'
  cancelLabel?: string
  /** Resolves to `undefined` on success, otherwise to an error message. */
  onConfirm: () => Promise<string | undefined>
  onClose: () => void
}

/** Asks for confirmation of an action that cannot be undone. Stays open and shows the message if it fails. */
export function Confirm({
  title,
  eyebrow,
  children,
  submitLabel,
  pendingLabel,
  variant = 'bad',
  cancelLabel,
  onConfirm,
  onClose,
}: Props) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function go() {
    setBusy(true)
    setFailure(undefined)
    const message = await onConfirm()
    setBusy(false)
    if (message === undefined) onClose()
    else setFailure(message)
  }

  return (
    <Dialog title={title} eyebrow={eyebrow} locked={busy} onClose={onClose}>
      <div className="dialog-body grid gap-4">{children}</div>
      <div className="dialog-foot">
        <p role="alert" className="w-full empty:hidden">
          {failure !== undefined && <span className="message message-bad block">{failure}</span>}
        </p>
        <div className="ml-auto flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow">
          <Button variant="quiet" onClick={onClose}>
            {cancelLabel ?? 'Cancel'}
          </Button>
          <Button
            variant={variant}
            className="min-w-40"
            pendingLabel={busy ? pendingLabel : undefined}
            onClick={() => void go()}
          >
            {submitLabel}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
