import { useSignals } from '@preact/signals-react/runtime'
import { lazy, Suspense } from 'react'
import { Boundary } from '../../ui/Boundary.tsx'
import { AmountStep } from './AmountStep.tsx'
import { ByPhone } from './ByPhone.tsx'
import { DetailsStep } from './DetailsStep.tsx'
import { OrderSummary } from './OrderSummary.tsx'
import { useStageChange } from './use-stage-change.ts'
import { type Stage, stage } from './voucher.state.ts'
import { VoucherOffer } from './VoucherOffer.tsx'

const PaymentStep = lazy(async () => ({ default: (await import('./PaymentStep.tsx')).PaymentStep }))
const PaidStep = lazy(async () => ({ default: (await import('./PaidStep.tsx')).PaidStep }))

/** The gift voucher chapter: what is bought on the left, the step of buying it on the right. */
export function VoucherSection() {
  return (
    <Boundary fallback={<ByPhone>This part of the page could not be loaded.</ByPhone>}>
      <Stages />
    </Boundary>
  )
}

function Stages() {
  useSignals()
  const at = stage.value
  const step = useStageChange(at.name)
  return (
    <Suspense fallback={<p role="status">One moment...</p>}>
      {at.name === 'success' || at.name === 'following' ? (
        <div {...step}>
          <PaidStep at={at} />
        </div>
      ) : (
        <div className="columns">
          <div className="stack">{at.name === 'payment' ? <OrderSummary /> : <VoucherOffer />}</div>
          <div {...step}>
            <Step at={at} />
          </div>
        </div>
      )}
    </Suspense>
  )
}

function Step({ at }: { at: Exclude<Stage, { name: 'success' | 'following' }> }) {
  switch (at.name) {
    case 'amount':
      return <AmountStep />
    case 'details':
      return <DetailsStep />
    case 'payment':
      return <PaymentStep {...at} />
  }
}
