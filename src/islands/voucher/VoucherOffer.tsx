import { clinic } from '#content/clinic'
import { useSignals } from '@preact/signals-react/runtime'
import { cardAmount, details } from './voucher-form.store.ts'
import { VoucherCard } from './VoucherCard.tsx'

/** What a voucher is and what it is good for. */
export function VoucherOffer() {
  useSignals()
  return (
    <>
      <h2>An hour of quiet, for someone you know.</h2>
      <VoucherCard amount={cardAmount.value} recipient={details.value.recipientName.trim() || undefined} />
      <p className="text-small text-soft">
        Valid for {clinic.vouchers.validMonths} months from purchase and usable for any treatment:
      </p>
      <ul className="w-full gap-x-8 text-small sm:columns-2">
        {clinic.vouchers.treatments.map((name) => (
          <li key={name} className="break-inside-avoid border-t border-rule py-2">
            {name}
          </li>
        ))}
      </ul>
    </>
  )
}
