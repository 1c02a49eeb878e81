import { type ReactNode, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { focusFirstError } from '../../../ui/focus.ts'

interface Props {
  title: string
  above?: string | undefined
  /** The button's words, and meanwhile. */
  act: string
  acting: string
  look?: 'primary' | 'bad'
  /** What stands on a safe way out, for what cannot be taken back. */
  keep?: string
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
  const { title, above, act, acting, look = 'primary', keep, outcome, onSubmit, onClose, children } = props
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
    <Dialog title={title} above={above} held={busy} onClose={onClose}>
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
            {keep !== undefined && (
              <Button look="quiet" onClick={onClose}>
                {keep}
              </Button>
            )}
            <Button type="submit" look={look} className="min-w-44" busy={busy ? acting : undefined}>
              {act}
            </Button>
          </div>
        </div>
      </form>
    </Dialog>
  )
}
