import { useSignals } from '@preact/signals-react/runtime'
import { PhoneLink } from '../../checkout/ByPhone.tsx'
import { lastErrorMessage } from '../../checkout/notifications.ts'
import { isUnavailable } from './purchase.store.ts'

/** The last error message. The toast goes after a few seconds, so show it here as well. */
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
