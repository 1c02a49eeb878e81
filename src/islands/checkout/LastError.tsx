import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import { lastErrorMessage } from '#islands/checkout/notifications.ts'
import { ExactText } from '#ui/ExactText.tsx'

/** The last error message, beside the button that caused it: the toast soon goes, and a dialog covers it. */
export function LastError({ children }: { children?: ReactNode }) {
  useSignals()
  return (
    <p role="alert" className="w-full empty:hidden">
      {lastErrorMessage.value !== undefined && (
        <span className="message message-bad block">
          <span>
            <ExactText>{lastErrorMessage.value}</ExactText>
          </span>
          {children}
        </span>
      )}
    </p>
  )
}
