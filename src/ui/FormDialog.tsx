import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { ExactText } from '#ui/ExactText.tsx'
import { focusFirstError } from '#ui/focus.ts'
import { showToast } from '#ui/toast.ts'

/** Why an action failed. */
export interface ActionError {
  /** '' if the fields show it. */
  message: string
  /** Error messages by field. */
  fields?: Record<string, string>
  /** Of the server's response, if it gave one. */
  code?: string | undefined
}

/** What an action resolves to: `undefined` on success. */
export type ActionResult = ActionError | undefined

interface Props<Output> {
  title: string
  eyebrow?: string | undefined
  /** Validated before `onSubmit`; shows the error messages of its fields. */
  form?: {
    validate(): Output | undefined
    showErrors(fields: Record<string, string>): void
  }
  submitLabel: string
  pendingLabel: string
  variant?: 'primary' | 'bad'
  /** Adds a cancel button, for actions that cannot be undone. */
  cancelLabel?: string
  onCancel?: () => void
  /** Beside the button, such as the balance after the change. */
  outcome?: ReactNode
  onSubmit: (typed: Output) => Promise<ActionResult>
  onClose: () => void
  children: ReactNode
}

/**
 * A dialog with a form, or with the question before an action. Stays open and shows the message if the action fails. A toast
 * shows it if the dialog is gone by then, such as with a row that another admin's change has taken off the list.
 */
export function FormDialog<Output>({
  title,
  eyebrow,
  form,
  submitLabel,
  pendingLabel,
  variant = 'primary',
  cancelLabel,
  onCancel,
  outcome,
  onSubmit,
  onClose,
  children,
}: Props<Output>) {
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState('')
  /** `message`, for the moment in which the dialog goes. */
  const shown = useRef('')
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
      toastFailure(shown.current)
    }
  }, [])

  function show(text: string) {
    shown.current = text
    setMessage(text)
  }

  function close(how: () => void) {
    show('')
    how()
  }

  async function send(element: HTMLElement) {
    const typed = form?.validate()
    if (form && typed === undefined) return focusFirstError(element)
    setBusy(true)
    show('')
    try {
      const error = await onSubmit(typed as Output)
      if (!error) return onClose()
      if (isGone.current) return toastFailure(error.message)
      show(error.message)
      form?.showErrors(error.fields ?? {})
      focusFirstError(element)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog title={title} eyebrow={eyebrow} locked={busy} onClose={() => close(onClose)}>
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
          {/* An open dialog makes a toast unreachable, so show the error here as well. */}
          <p role="alert" className="w-full empty:hidden">
            {message && (
              <span className="message message-bad block">
                <ExactText>{message}</ExactText>
              </span>
            )}
          </p>
          {outcome}
          <div className="ml-auto flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow">
            {cancelLabel !== undefined && (
              <Button variant="quiet" disabled={busy} onClick={() => close(onCancel ?? onClose)}>
                {cancelLabel}
              </Button>
            )}
            <Button
              type="submit"
              variant={variant}
              className="min-w-44"
              pendingLabel={busy ? pendingLabel : undefined}
            >
              <span>
                <ExactText>{submitLabel}</ExactText>
              </span>
            </Button>
          </div>
        </div>
      </form>
    </Dialog>
  )
}

function toastFailure(message: string): void {
  if (message !== '') showToast({ title: 'Error', description: message, variant: 'destructive' })
}
