import { type ReactNode, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'

interface Props {
  title: string
  /** What it is about: a code, a name. */
  above?: string | undefined
  /** What happens, and where the money goes. */
  children: ReactNode
  /** What the button says: "Issue Refund £40.00"; and meanwhile. */
  act: string
  acting: string
  look?: 'primary' | 'bad'
  /** What stands on the safe way out. */
  keep?: string
  /** Says nothing once it is done; else the sentence of what went wrong. */
  onAct: () => Promise<string | undefined>
  onClose: () => void
}

/** Asks before something that cannot be taken back. What went wrong stands in it, and nothing is lost. */
export function Confirm({ title, above, children, act, acting, look = 'bad', keep, onAct, onClose }: Props) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function go() {
    setBusy(true)
    setFailure(undefined)
    const sentence = await onAct()
    setBusy(false)
    if (sentence === undefined) onClose()
    else setFailure(sentence)
  }

  return (
    <Dialog title={title} above={above} held={busy} onClose={onClose}>
      <div className="dialog-body grid gap-4">{children}</div>
      <div className="dialog-foot">
        <p role="alert" className="w-full empty:hidden">
          {failure !== undefined && <span className="message message-bad block">{failure}</span>}
        </p>
        <div className="ml-auto flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow">
          <Button look="quiet" onClick={onClose}>
            {keep ?? 'Cancel'}
          </Button>
          <Button look={look} className="min-w-40" busy={busy ? acting : undefined} onClick={() => void go()}>
            {act}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
