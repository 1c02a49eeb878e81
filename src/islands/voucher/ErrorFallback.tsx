import { useSignals } from '@preact/signals-react/runtime'
import { PhoneLink } from '../checkout/PhoneLink.tsx'
import { ByPhone } from './ByPhone.tsx'
import { step } from './voucher-step.ts'

/** In the place of the island, once a part of it broke or could not be loaded. Whoever may have paid is not asked to buy. */
export function ErrorFallback() {
  useSignals()
  const { name } = step.value
  if (name === 'amount' || name === 'details' || name === 'payment') {
    return <ByPhone>This part of the page could not be loaded.</ByPhone>
  }
  return (
    <p role="alert" className="message">
      This part of the page could not be loaded. If you have paid, your voucher comes by e-mail: please don't
      pay again. For anything else, ring <PhoneLink />.
    </p>
  )
}
