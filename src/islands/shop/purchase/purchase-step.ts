import type { BoughtOrder } from '#contract/orders'
import { createStages, type PaymentStage } from '../../checkout/stepper.ts'

/** Where the buyer is. */
export type Stage = { name: 'form' } | PaymentStage<BoughtOrder>

export const { stage, notice, goTo } = createStages<Stage>({ name: 'form' })
