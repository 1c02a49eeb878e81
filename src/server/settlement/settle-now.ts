import { sql } from 'kysely'
import { DomainError } from '../domain-error.ts'
import type { Services } from '../clients/services.ts'
import { cancelOrSettle } from './settle-payments.ts'
import { type Settlement, settlePayment } from '../payments/settle-payment.ts'

/** What the schedule does with a payment past its deadline, now. Answers what became of it. */
export async function settleNow(
  services: Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>,
  paymentId: string,
): Promise<Settlement['outcome']> {
  const [payment] = await services.db.run(sql<{ intentId: string }>`
    select stripe_payment_intent_id as intent_id from payment
    where id = ${paymentId} and stripe_payment_intent_id is not null`)
  if (!payment) throw new DomainError('not_found', 'There is no such payment.')
  await cancelOrSettle(services, payment.intentId)
  const { outcome } = await settlePayment(services, payment.intentId)
  return outcome
}
