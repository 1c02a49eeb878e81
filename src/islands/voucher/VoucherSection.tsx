import { useSignals } from '@preact/signals-react/runtime'
import { lazy, Suspense, useEffect } from 'react'
import { ResumingStep } from '../checkout/ResumingStep.tsx'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { AmountStep } from './AmountStep.tsx'
import { ErrorFallback } from './ErrorFallback.tsx'
import { restoreVoucher } from './restore-voucher.ts'
import { DetailsStep } from './DetailsStep.tsx'
import { OrderSummary } from './OrderSummary.tsx'
import { type VoucherStep, step } from './voucher-step.ts'
import { StepFrame } from './StepFrame.tsx'
import { checkout } from './voucher.store.ts'
import { VoucherOffer } from './VoucherOffer.tsx'

const loadConfirmationStep = () => import('./VoucherConfirmationStep.tsx')
const VoucherConfirmationStep = lazy(async () => ({
  default: (await loadConfirmationStep()).VoucherConfirmationStep,
}))
const VoucherPaymentStep = lazy(async () => {
  // Load the step that shows the code before the buyer pays, in case the network fails afterwards.
  const [{ VoucherPaymentStep }] = await Promise.all([
    import('./VoucherPaymentStep.tsx'),
    loadConfirmationStep(),
  ])
  return { default: VoucherPaymentStep }
})

/** The gift voucher chapter: what is bought on the left, the step of buying it on the right. */
export function VoucherSection() {
  return (
    <ErrorBoundary fallback={<ErrorFallback />}>
      <Suspense fallback={<p role="status">One moment...</p>}>
        <Steps />
      </Suspense>
    </ErrorBoundary>
  )
}

function Steps() {
  useSignals()
  // Here, within what waits: React brings this to life after what is around it.
  useEffect(restoreVoucher, [])
  const at = step.value
  const frame = (
    <StepFrame key={at.name} name={at.name}>
      <Step at={at} />
    </StepFrame>
  )
  if (at.name === 'success' || at.name === 'following') return frame
  return (
    <div className="columns">
      <div className="stack">{at.name === 'payment' ? <OrderSummary /> : <VoucherOffer />}</div>
      {frame}
    </div>
  )
}

function Step({ at }: { at: VoucherStep }) {
  switch (at.name) {
    case 'amount':
      return <AmountStep />
    case 'details':
      return <DetailsStep />
    case 'payment':
      return <VoucherPaymentStep {...at} />
    case 'resuming':
      return <ResumingStep at={at} checkout={checkout} />
    case 'success':
    case 'following':
      return <VoucherConfirmationStep at={at} />
  }
}
