import type { Attention } from '#contract/reports/reports.ts'
import { signInNewAdmin } from '#tests/harness/admin-session.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { functions } from '#tests/harness/every-function.ts'
import type { World } from '#tests/harness/start-world.ts'

const { attention, refundPayment } = functions

/** Returns the paid intents, split by whether the database has their payment. */
export async function paidIntents({ rows, stripe }: World): Promise<{ known: string[]; unknown: string[] }> {
  const payments = new Set((await rows<{ id: string }>('select id from payment')).map(({ id }) => id))
  const paid = stripe.state().intents.filter(({ status }) => status === 'succeeded')
  const { known = [], unknown = [] } = Object.groupBy(paid, ({ metadata }) =>
    payments.has(metadata['payment_id'] ?? '') ? 'known' : 'unknown',
  )
  return { known: known.map(({ id }) => id), unknown: unknown.map(({ id }) => id) }
}

/** Returns the state that an unmatched payment must have, by Stripe's objects. */
function expectedState({ stripe }: World, intent: string): string {
  const { charges, disputes } = stripe.state()
  const dispute = disputes.find((one) => one.payment_intent === intent)
  if (dispute?.status === 'needs_response') return 'disputed'
  const charge = charges.find((one) => one.payment_intent === intent && one.paid)
  return dispute?.status === 'lost' || charge?.refunded ? 'refunded' : 'unknown'
}

/** Returns a sentence for each of these payments whose state here is not the expected one. */
export async function findStateMismatches(world: World, intents: string[]): Promise<string[]> {
  const found = await world.rows<{ intent: string; state: string }>(
    'select stripe_payment_intent_id as intent, state from payment where stripe_payment_intent_id = any($1)',
    [intents],
  )
  const states = new Map(found.map(({ intent, state }) => [intent, state]))
  return intents
    .filter((intent) => states.get(intent) !== expectedState(world, intent))
    .map((intent) => `${intent} is ${states.get(intent)} and should be ${expectedState(world, intent)}`)
}

/** Presses Refund in Needs attention until no unmatched payment is left. Resolves to the count and the refusals. */
export async function refundUnknown(world: World): Promise<{ refunded: number; refused: string[] }> {
  const { headers } = await signInNewAdmin(world)
  const refused: string[] = []
  for (let refunded = 0; ;) {
    const list = await callFunction(attention, { path: '/', method: 'GET', headers })
    const { items } = (await list.json()) as { items: Attention[] }
    const unknown = items.filter((item) => item.kind === 'payment_unknown')
    if (unknown.length === 0 || refused.length > 0) return { refunded, refused }
    for (const { id, reference } of unknown) {
      const answer = await callFunction(refundPayment, { path: '/', headers, params: { id }, body: {} })
      if (answer.ok) refunded += 1
      else refused.push(`the refund button of ${reference} answered ${await answer.text()}`)
    }
  }
}
