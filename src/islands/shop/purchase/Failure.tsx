import { useSignals } from '@preact/signals-react/runtime'
import { PhoneLink } from '../../checkout/PhoneLink.tsx'
import { failure } from '../../checkout/notifications.ts'
import { closed } from './submit.ts'

/** What has just failed. The toast lies under an open dialog and is out of reach, so the dialog says it too. */
export function Failure() {
  useSignals()
  return (
    <p role="alert" className="w-full empty:hidden">
      {failure.value !== undefined && (
        <span className="message message-bad block">
          {failure.value}
          {closed.value && (
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
