import { sql } from 'kysely'
import type { Body } from '#contract/base/endpoint.ts'
import { formatPounds, type Pence } from '#contract/base/money.ts'
import { londonDay } from '#contract/base/send-date.ts'
import type {
  AdminCancellation,
  CancellationStage,
  recordGoodsEndpoint,
} from '#contract/purchases/cancellation.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import { ownersOnly, type Viewer } from '#server/auth/rules/owners-only.ts'
import { acknowledge } from '#server/cancelling/acknowledge.ts'
import { executeCancellations } from '#server/cancelling/execute-cancellations.ts'
import type { Services } from '#server/clients/services.ts'
import { longDay } from '#server/dates.ts'
import type { Statement } from '#server/db/db.ts'
import { londonDayOf } from '#server/db/london-days.ts'
import { DomainError } from '#server/domain-error.ts'
import { lockPurchase } from '#server/money/settle/our-intents.ts'
import { FROM_CANCELLATION, STAGE, TO_PAY_PENCE } from '#server/purchases/rules/cancellation-facts.ts'
import { selectCancellations, toAdminCancellation } from '#server/purchases/rules/read-cancellations.ts'

type Deps = Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>

interface Goods extends Body<typeof recordGoodsEndpoint> {
  id: string
  admin: Viewer
}

interface Returned {
  intentId: string
  stage: CancellationStage
  fulfilment: string
  goods: 'back' | 'posted' | null
  toPayPence: Pence
  deductedPence: Pence
  /** Whether they have ever been recorded as collected or delivered. */
  wasOut: boolean
  /** The day on which they left the clinic, or on which the notice came if they have not. */
  since: string
}

/** Records that goods are back, and pays their buyer back; or that they are posted. A repeat changes nothing. */
export async function recordGoods(services: Deps, wanted: Goods): Promise<AdminCancellation> {
  const { db, clock } = services
  const { id } = wanted
  const now = clock.now()
  const [found] = await db.run(selectReturned(id))
  if (!found) throw new DomainError('not_found', 'We could not find a cancelled order here.')
  // Goods that were out are looked at by an owner, also if somebody has moved the order back since.
  if (
    wanted.admin.role === 'staff' &&
    found.goods !== 'back' &&
    (found.stage !== 'at_counter' || found.wasOut)
  )
    throw await ownersOnly(db)
  requirePossible(wanted, found, londonDay(now))
  const { returned } = await db.batch({
    ...lockPurchase(found.intentId),
    recorded: updateGoods(wanted, now),
    // Of a price that is kept whole there is no refund whose email would say why.
    told: acknowledge(
      'goods-kept',
      sql`cancellation.id = ${id} and goods = 'back' and deducted_pence > 0 and ${TO_PAY_PENCE} = 0`,
      now,
    ),
    returned: selectReturned(id),
  })
  const [{ goods, deductedPence } = found] = returned
  const isDone = goods === wanted.what && (goods === 'posted' || deductedPence === wanted.deduct)
  if (!isDone)
    throw new DomainError(
      'changed_meanwhile',
      'This has just been recorded otherwise. Please refresh the page to see it.',
    )
  await executeCancellations(services, { of: id })
  const [cancellation] = await db.run(selectCancellations(sql`cancellation.id = ${id}`))
  return toAdminCancellation(cancellation!)
}

const selectReturned = (id: string): Statement<Returned> => sql<Returned>`
  select stripe_payment_intent_id as intent_id, ${STAGE} as stage, fulfilment, goods, ${TO_PAY_PENCE} + deducted_pence as to_pay_pence, deducted_pence,
    exists (
      select from activity where activity.order_id = orders.id and action = 'fulfilment_changed'
        and after ->> 'fulfilment' in ('collected', 'delivered')
    ) as was_out,
    ${londonDayOf(sql`coalesce((
      select min(at) from activity where activity.order_id = orders.id and action = 'fulfilment_changed'
        and after ->> 'fulfilment' in ('ready', 'collected', 'delivered')
    ), recorded_at)`)} as since
  ${FROM_CANCELLATION} where cancellation.id = ${id} and orders.id is not null`

/** Nothing changes once they are back, or once nothing is left to pay. The time for paying back runs from the first of both days. */
const updateGoods = ({ id, what, on, deduct, reason, admin }: Goods, now: Date) => sql`
  with recorded as (
    update cancellation set goods = ${what}, goods_on = least(goods_on, ${on}::date), deducted_pence = ${deduct}::int,
      deduction_reason = ${deduct > 0 ? (reason ?? null) : null}::text
    where id = ${id} and goods is distinct from 'back' and goods is distinct from ${what}
      and exists (select ${FROM_CANCELLATION} where cancellation.id = ${id} and ${STAGE} in ('at_counter', 'goods', 'posted', 'frozen')
        and orders.fulfilment <> 'to_prepare' and ${TO_PAY_PENCE} >= ${deduct})
    returning order_id
  )
  ${recordActivity(
    {
      at: now,
      actor: admin.id,
      action: 'goods_returned',
      orderId: sql`order_id`,
      after: { goods: what, pence: deduct },
    },
    sql`from recorded`,
  )}`

const invalid = (field: string, sentence: string) =>
  new DomainError('invalid_request', `${sentence}.`, { fields: { [field]: sentence } })

function requirePossible(
  { what, on, deduct }: Goods,
  { goods, fulfilment, stage, toPayPence, since }: Returned,
  today: string,
): void {
  if (goods === 'back') return
  if (on > today) throw invalid('on', 'That day is still to come. Please choose today or an earlier day')
  if (on < since)
    throw invalid('on', `The goods were still here until ${longDay(since)}. Please choose a later day`)
  if (fulfilment === 'to_prepare' || stage === 'settled' || stage === 'refunding' || stage === 'by_hand')
    throw new DomainError('not_active', 'No goods are to come back for this order.')
  if (stage === 'at_counter' && (what === 'posted' || deduct > 0))
    throw invalid(
      what === 'posted' ? 'what' : 'deduct',
      'The goods have not left the clinic, so nothing can be posted or deducted',
    )
  if (what === 'posted' && deduct > 0)
    throw invalid('deduct', 'Please look at the goods first, and deduct when they are back')
  if (deduct > toPayPence) throw invalid('deduct', `Please enter no more than £${formatPounds(toPayPence)}`)
}
