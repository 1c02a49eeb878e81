import type { BoughtVoucher } from '#contract/vouchers'
import { createStages, type PaymentStage } from '../checkout/stepper.ts'

/** Where the buyer is. */
export type Stage = { name: 'amount' | 'details' } | PaymentStage<BoughtVoucher>

export const { stage, notice, goTo, takeArrival } = createStages<Stage>({ name: 'amount' })
