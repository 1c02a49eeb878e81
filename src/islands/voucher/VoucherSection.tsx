import { useSignals } from '@preact/signals-react/runtime'
import { lazy, type ReactNode, Suspense } from 'react'
import { Boundary } from '../../ui/Boundary.tsx'
import { AmountStep } from './AmountStep.tsx'
import { ByPhone } from './ByPhone.tsx'
import { DetailsStep } from './DetailsStep.tsx'
import { OrderSummary } from './OrderSummary.tsx'
import { useStageChange } from './use-stage-change.ts'
import { stage } from './voucher.state.ts'
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
  const top = useStageChange(stage.value.name)
  return (
    <div ref={top} tabIndex={-1} className="scroll-mt-24 outline-none">
      <Suspense fallback={<p role="status">One moment...</p>}>
        <Stage />
      </Suspense>
    </div>
  )
}

function Stage() {
  useSignals()
  const at = stage.value
  switch (at.name) {
    case 'amount':
      return <Columns left={<VoucherOffer />} right={<AmountStep />} />
    case 'details':
      return <Columns left={<VoucherOffer />} right={<DetailsStep />} />
    case 'payment':
      return <Columns left={<OrderSummary />} right={<PaymentStep {...at} />} />
    case 'success':
    case 'following':
      return <PaidStep at={at} />
  }
}

function Columns({ left, right }: { left: ReactNode; right: ReactNode }) {
  return (
    <div className="columns">
      <div className="stack">{left}</div>
      <div className="stack">{right}</div>
    </div>
  )
}
