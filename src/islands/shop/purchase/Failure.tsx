import { useSignals } from '@preact/signals-react/runtime'
import { PhoneLink } from '../../checkout/PhoneLink.tsx'
import { lastErrorMessage } from '../../checkout/notifications.ts'
import { isUnavailable } from './submit.ts'

/** What has just failed. The toast lies under an open dialog and is out of reach, so the dialog says it too. */
export function PurchaseError() {
  useSignals()
  return (
    <p role="alert" className="w-full empty:hidden">
      {lastErrorMessage.value !== undefined && (
        <span className="message message-bad block">
          {lastErrorMessage.value}
          {isUnavailable.value && (
            <>
              {' '}
              Nothing that you typed is lost. You can also order by phone: ring <PhoneLink />.
            </>
          )}
        </span>
      )}
    </p>
  )
}
