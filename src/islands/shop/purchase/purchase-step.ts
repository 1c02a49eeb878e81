import type { BoughtOrder } from '#contract/orders'
import { createStepper, type PaymentStep } from '../../checkout/stepper.ts'

/** Where the buyer is. */
export type PurchaseStep = { name: 'form' } | PaymentStep<BoughtOrder>

export const { step, notice, goTo } = createStepper<PurchaseStep>({ name: 'form' })
