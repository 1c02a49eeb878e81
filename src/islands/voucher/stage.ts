import type { BoughtVoucher } from '#contract/vouchers'
import { createStages, type PaymentStage } from '../../checkout/stages.ts'

/** Where the buyer is. */
export type Stage = { name: 'amount' | 'details' } | PaymentStage<BoughtVoucher>

export const { stage, notice, goTo, takeArrival } = createStages<Stage>({ name: 'amount' })
