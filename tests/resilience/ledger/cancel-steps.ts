import { deepStrictEqual } from 'node:assert'
import { randomUUID } from 'node:crypto'
import { cancelPurchase } from '#server/cancelling/cancel-purchase.ts'
import { recordCancellation } from '#server/cancelling/record-cancellation.ts'
import { recordPaidBack } from '#server/cancelling/record-paid-back.ts'
import { purchaseToken } from '#server/links/purchase-link.ts'
import type { World } from '#tests/harness/start-world.ts'
import * as model from '#tests/resilience/ledger/cancel-model.ts'
import { ACTOR } from '#tests/resilience/ledger/issue.ts'
import { compareWithModel, pick, resultOrCode, type StepHandler } from '#tests/resilience/ledger/model-run.ts'

export const cancelStep: StepHandler<'cancel'> = async (run, { voucher, by: wanted }) => {
  const of = pick(run.vouchers, voucher)!
  // What was sold by telephone has no page.
  const by = of.intentId === undefined ? 'clinic' : wanted
  const now = run.world.clock.now()
  const { status, balance, isCancelled } = of.expected
  const due = model.dueToBuyer(of.expected)
  const refusal = model.cancelVoucher(of.expected, { by, now, issuedOn: of.issuedOn })
  const ask = (isDifferent: boolean) =>
    by === 'buyer'
      ? cancelAsBuyer(run.world, of.intentId!, isDifferent ? due + 1 : due)
      : recordCancellation(run.world.services, { recordId: of.id, sentOn: of.issuedOn, actor: ACTOR })
  const answer = await resultOrCode(ask(false))
  deepStrictEqual(typeof answer === 'string' ? answer : undefined, refusal)
  await compareWithModel(run, of)
  if (typeof answer === 'string') return 'refused'
  run.changes.push({
    of,
    ask: async (isDifferent) => ({ id: (await ask(isDifferent)).at }),
    expected: () => answer.at,
  })
  if (isCancelled) return 'done, again'
  return `done, ${balance < of.expected.paid && status === 'active' ? 'in part used' : status}`
}

/** Presses Confirm on the buyer's page, which says that so much is paid back. */
export async function cancelAsBuyer({ services, rows }: World, intentId: string, expectedAmount: number) {
  const [row] = await rows<{ link: string }>(
    'select coalesce(link_id, id) as link from payment where stripe_payment_intent_id = $1',
    [intentId],
  )
  const body = { token: purchaseToken(row!.link), expectedAmount }
  return (await cancelPurchase(services, body, randomUUID())).cancellation!
}

/** Returns the id of the cancellation of a voucher or an order. */
export async function findCancellation({ rows }: World, id: string): Promise<string> {
  const query = 'select id from cancellation where $1::uuid in (voucher_id, order_id)'
  const [cancellation] = await rows<{ id: string }>(query, [id])
  return cancellation!.id
}

export const markPaidBackStep: StepHandler<'paid back'> = async (run, { voucher }) => {
  const of = pick(
    run.vouchers.filter(({ expected }) => expected.isCancelled),
    voucher,
  )
  if (!of) return 'impossible'
  const before = model.shownCancellation(of.expected)!
  const refusal = model.markVoucherPaidBack(of.expected)
  const id = await findCancellation(run.world, of.id)
  const answer = await resultOrCode(recordPaidBack(run.world.services, id, ACTOR))
  deepStrictEqual(typeof answer === 'string' ? answer : undefined, refusal)
  await compareWithModel(run, of)
  return refusal ? 'refused' : `done, ${before.stage}`
}
