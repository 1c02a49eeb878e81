import { sql, type RawBuilder } from 'kysely'
import { formatPounds } from '#contract/base/money.ts'
import type { AdminCancellation, Cancellation, CancellationStage } from '#contract/purchases/cancellation.ts'
import type { Statement } from '#server/db/db.ts'
import {
  AMOUNT_PENCE,
  FROM_CANCELLATION,
  GOODS_BY,
  PAY_BY,
  STAGE,
} from '#server/purchases/rules/cancellation-facts.ts'

export interface CancellationRow {
  id: string
  by: string
  sentOn: string
  recordedAt: Date
  deductedPence: number
  deductionReason: string | null
  stage: CancellationStage
  amountPence: number | null
  payBy: string | null
  goodsBy: string | null
}

/** Selects cancellations. `where`: SQL condition on the tables of `FROM_CANCELLATION`. */
export const selectCancellations = (where: RawBuilder<unknown>): Statement<CancellationRow> =>
  sql<CancellationRow>`
    select cancellation.id, case cancellation.actor when 'buyer' then 'Customer' else coalesce(admin.name, 'Administrator') end as by, sent_on, recorded_at, deducted_pence, deduction_reason,
      ${STAGE} as stage, ${AMOUNT_PENCE} as amount_pence, ${PAY_BY} as pay_by, ${GOODS_BY} as goods_by
    ${FROM_CANCELLATION} left join admin_user admin on admin.id::text = cancellation.actor
    where ${where}`

export const toCancellation = (row: CancellationRow): Cancellation => ({
  at: row.recordedAt.toISOString(),
  stage: row.stage,
  ...(row.amountPence !== null && { amount: formatPounds(row.amountPence) }),
  ...(row.payBy !== null && { payBy: row.payBy }),
  ...(row.goodsBy !== null && { goodsBy: row.goodsBy }),
  ...(row.deductionReason !== null && {
    deducted: formatPounds(row.deductedPence),
    deductionReason: row.deductionReason,
  }),
})

export const toAdminCancellation = (row: CancellationRow): AdminCancellation => ({
  ...toCancellation(row),
  id: row.id,
  sentOn: row.sentOn,
  by: row.by,
})
