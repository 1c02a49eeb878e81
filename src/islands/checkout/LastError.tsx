import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import { lastErrorMessage } from '#islands/checkout/notifications.ts'

/** The last error message, beside the button that caused it: the toast soon goes, and a dialog covers it. */
export function LastError({ children }: { children?: ReactNode }) {
  useSignals()
  return (
    <p role="alert" className="w-full empty:hidden">
      {lastErrorMessage.value !== undefined && (
        <span className="message message-bad block">
          <span>{lastErrorMessage.value}</span>
          {children}
        </span>
      )}
    </p>
  )
}
