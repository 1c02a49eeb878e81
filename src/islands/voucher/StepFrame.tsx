import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import { useStepFocus } from '../checkout/use-step-focus.ts'
import { Notice } from '../checkout/Notice.tsx'
import { notice, type VoucherStep, consumeNavigation } from './voucher-step.ts'

const TITLES: Record<VoucherStep['name'], string> = {
  amount: 'Choose an amount',
  details: 'Your details',
  payment: 'Payment',
  resuming: 'Your payment',
  success: 'Your gift voucher',
  following: 'Your payment',
}

/** What holds a step. Every step has one of its own, so that it arrives when it is drawn, not when it is asked for. */
export function StepFrame({ name, children }: { name: VoucherStep['name']; children: ReactNode }) {
  useSignals()
  const ref = useStepFocus(consumeNavigation)
  return (
    <div
      ref={ref}
      role="group"
      aria-label={TITLES[name]}
      tabIndex={-1}
      className="stack scroll-mt-24 outline-none"
    >
      {notice.value !== undefined && <Notice text={notice.value} />}
      {children}
    </div>
  )
}
