import type { BoughtVoucher } from '#contract/vouchers'
import { createStepper, type PaymentStep } from '../checkout/stepper.ts'

/** Where the buyer is. */
export type VoucherStep = { name: 'amount' | 'details' } | PaymentStep<BoughtVoucher>

export const { step, notice, goTo, consumeNavigation } = createStepper<VoucherStep>({ name: 'amount' })
