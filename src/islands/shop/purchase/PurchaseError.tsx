import { useSignals } from '@preact/signals-react/runtime'
import { ClinicPhoneLink } from '#islands/checkout/ByPhone.tsx'
import { LastError } from '#islands/checkout/LastError.tsx'
import { isUnavailable } from '#islands/shop/purchase/purchase.store.ts'

export function PurchaseError() {
  useSignals()
  return (
    <LastError isBesideToast={!isUnavailable.value}>
      {isUnavailable.value && (
        <>
          {' '}
          Nothing you typed is lost. You can also order by phone on <ClinicPhoneLink />.
        </>
      )}
    </LastError>
  )
}
