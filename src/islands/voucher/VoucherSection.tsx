import { useSignals } from '@preact/signals-react/runtime'
import { lazy, Suspense, useEffect } from 'react'
import { ResumingStep } from '../checkout/ResumingStep.tsx'
import { Boundary } from '../../ui/ErrorBoundary.tsx'
import { AmountStep } from './AmountStep.tsx'
import { Broken } from './ErrorFallback.tsx'
import { comeBack } from './restore-voucher.ts'
import { DetailsStep } from './DetailsStep.tsx'
import { OrderSummary } from './OrderSummary.tsx'
import { type Stage, stage } from './voucher-step.ts'
import { StepFrame } from './StepFrame.tsx'
import { checkout } from './voucher.store.ts'
import { VoucherOffer } from './VoucherOffer.tsx'

const loadPaidStep = () => import('./VoucherConfirmationStep.tsx')
const PaidStep = lazy(async () => ({ default: (await loadPaidStep()).PaidStep }))
const PaymentStep = lazy(async () => {
  // What will show the code is here before any money goes, whatever becomes of the network afterwards.
  const [{ PaymentStep }] = await Promise.all([import('./VoucherPaymentStep.tsx'), loadPaidStep()])
  return { default: PaymentStep }
})

/** The gift voucher chapter: what is bought on the left, the step of buying it on the right. */
export function VoucherSection() {
  return (
    <Boundary fallback={<Broken />}>
      <Suspense fallback={<p role="status">One moment...</p>}>
        <Stages />
      </Suspense>
    </Boundary>
  )
}

function Stages() {
  useSignals()
  // Here, within what waits: React brings this to life after what is around it.
  useEffect(comeBack, [])
  const at = stage.value
  const step = (
    <StepFrame key={at.name} name={at.name}>
      <Step at={at} />
    </StepFrame>
  )
  if (at.name === 'success' || at.name === 'following') return step
  return (
    <div className="columns">
      <div className="stack">{at.name === 'payment' ? <OrderSummary /> : <VoucherOffer />}</div>
      {step}
    </div>
  )
}

function Step({ at }: { at: Stage }) {
  switch (at.name) {
    case 'amount':
      return <AmountStep />
    case 'details':
      return <DetailsStep />
    case 'payment':
      return <PaymentStep {...at} />
    case 'resuming':
      return <ResumingStep at={at} checkout={checkout} />
    case 'success':
    case 'following':
      return <PaidStep at={at} />
  }
}
