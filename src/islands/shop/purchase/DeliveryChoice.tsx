import { clinic } from '#content/clinic'
import { deliveries } from '#contract/orders'
import { useSignals } from '@preact/signals-react/runtime'
import { DELIVERY_NAMES } from '../../checkout/delivery.ts'
import { form } from './purchase-form.store.ts'
import { isSubmitting } from './submit.ts'

const { street, city, postcode } = clinic.address

const HINTS = {
  collection: `From the clinic: ${street}, ${city} ${postcode.replace(' ', '\u00a0')}. Your own address is for the receipt.`,
  local: `To the address below, in ${city}. We ring or write to agree a time.`,
}

export function DeliveryChoice() {
  useSignals()
  const chosen = form.values.value.delivery
  return (
    <fieldset className="col-span-2">
      <legend className="field-label mb-1">Collection or delivery</legend>
      {deliveries.map((delivery) => (
        <label key={delivery} className="check">
          <input
            type="radio"
            name="delivery"
            value={delivery}
            checked={chosen === delivery}
            disabled={isSubmitting.value && chosen !== delivery}
            onChange={() => form.setValue('delivery', delivery)}
          />
          {DELIVERY_NAMES[delivery]}
          {chosen === delivery && <span className="field-hint">{HINTS[delivery]}</span>}
        </label>
      ))}
    </fieldset>
  )
}
