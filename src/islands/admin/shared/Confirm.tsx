import { type ReactNode, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'

interface Props {
  title: string
  /** What it is about: a code, a name. */
  eyebrow?: string | undefined
  /** What happens, and where the money goes. */
  children: ReactNode
  /** What the button says: "Issue Refund £40.00"; and meanwhile. */
  submitLabel: string
  pendingLabel: string
  variant?: 'primary' | 'bad'
  /** What stands on the safe way out. */
  cancelLabel?: string
  /** Says nothing once it is done; else the sentence of what went wrong. */
  onConfirm: () => Promise<string | undefined>
  onClose: () => void
}

/** Asks before something that cannot be taken back. What went wrong stands in it, and nothing is lost. */
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
    const sentence = await onConfirm()
    setBusy(false)
    if (sentence === undefined) onClose()
    else setFailure(sentence)
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
