import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import { lastErrorMessage, untoldErrorMessage } from '#islands/checkout/notifications.ts'
import { ExactText } from '#ui/ExactText.tsx'

interface Props {
  /** In a dialog, where the toast is near: says what that does not, and the rest when it has gone. */
  isBesideToast?: boolean
  children?: ReactNode
}

/** The last error message, beside the button that caused it: the toast soon goes. */
export function LastError({ isBesideToast = false, children }: Props) {
  useSignals()
  const message = (isBesideToast ? untoldErrorMessage : lastErrorMessage).value
  return (
    <p role="alert" className="w-full empty:hidden">
      {message !== undefined && (
        <span className="message message-bad block">
          <span>
            <ExactText>{message}</ExactText>
          </span>
          {children}
        </span>
      )}
    </p>
  )
}
