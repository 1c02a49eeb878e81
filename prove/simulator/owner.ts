import { closeDispute } from '../../local/stripe/disputes.ts'
import { createRefund } from '../../local/stripe/refunds.ts'
import { parseForm } from '../../local/stripe/params.ts'
import { DomainError } from '../../src/server/domain-error.ts'
import { afterwards } from '../../src/server/http/answer.ts'
import { sendMail } from '../../src/server/mail/send-mail.ts'
import { refundOrder } from '../../src/server/payments/refund-order.ts'
import { refundPayment } from '../../src/server/payments/refund-payment.ts'
import { refundVoucher } from '../../src/server/payments/refund-voucher.ts'
import { settleNow } from '../../src/server/payments/settle-now.ts'
import type { Services } from '../../src/server/services/services.ts'
import type { Run } from './run.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const LIMIT = 60_000
const OWNER = '00000000-0000-4000-8000-0000000000aa'

type Act = (services: Services) => Promise<unknown>

/** Presses a button of the portal, and once more under the same name as long as nobody answers. */
export async function press(run: Run, what: string, act: Act, tries = 3): Promise<void> {
  for (let nth = 0; nth < tries; nth += 1) {
    const outcome = await run.live(`owner ${what}`, LIMIT, async ({ services, context }) => {
      const answer = await act(services)
      afterwards(context, sendMail(services))
      return answer
    })
    const said =
      outcome === 'dead' ? 'no answer' : JSON.stringify('answer' in outcome ? outcome.answer : outcome.error)
    run.trace.note(`owner ${what}: ${said}`)
    if (outcome !== 'dead' && ('answer' in outcome || isFinal(outcome.error))) return
    await run.timeline.wait(5 * SECOND)
  }
}

const isFinal = (error: unknown) => error instanceof DomainError && error.code !== 'payment_provider'

interface Thing {
  id: string
  payment: string
  intent: string
  kind: 'voucher' | 'order'
}

const THINGS = `
  select coalesce(voucher.id, orders.id) as id, payment.id as payment, stripe_payment_intent_id as intent,
    case when voucher.id is null then 'order' else 'voucher' end as kind
  from payment left join gift_voucher voucher on voucher.payment_id = payment.id
    left join orders on orders.payment_id = payment.id
  where coalesce(voucher.id, orders.id) is not null order by payment.id`

/** Whoever keeps the shop: refunds, here and at Stripe, and looks after what hangs. */
export async function keepShop(run: Run): Promise<void> {
  const { chance, timeline } = run
  for (let acts = chance.pick([0, 1, 2, 4]); acts > 0; acts -= 1) {
    await timeline.wait(chance.between(1, 12) * MINUTE)
    const things = await run.rows<Thing>(THINGS)
    if (things.length > 0) await lookAfter(run, chance.pick(things))
  }
}

async function lookAfter(run: Run, thing: Thing): Promise<void> {
  const { chance, timeline } = run
  const requestId = chance.uuid()
  const twice = chance.hits(0.2) ? 2 : 1
  const pressed = (what: string, act: Act) => {
    for (let nth = 0; nth < twice; nth += 1) timeline.begin(() => press(run, what, act))
  }
  const part = { ...(chance.hits(0.5) && { pence: chance.between(100, 3200) }), restock: chance.pick([0, 1]) }
  switch (chance.weigh({ refund: 6, dashboard: 2, again: 1, settle: 1 })) {
    case 'refund':
      if (thing.kind === 'voucher') {
        return pressed('refund voucher', (services) => refundVoucher(services, thing.id, OWNER, requestId))
      }
      return pressed('refund order', (services) =>
        refundOrder(services, { orderId: thing.id, ...part, requestId, actor: OWNER }),
      )
    case 'dashboard':
      return refundAtStripe(run, thing.intent)
    case 'again':
      return pressed('refund payment', (services) => refundPayment(services, thing.payment, OWNER))
    case 'settle':
      return pressed('settle now', (services) => settleNow(services, thing.payment))
  }
}

function refundAtStripe({ stripe, chance, trace }: Run, intent: string): void {
  const amount = chance.pick(['', `&amount=${chance.between(100, 900)}`])
  try {
    stripe.happen((account) => createRefund(account, parseForm(`payment_intent=${intent}${amount}`)))
  } catch (error) {
    trace.note(`stripe refuses a refund of ${intent}: ${String(error)}`)
  }
}

/** The bank decides about a dispute. */
export function decideDispute({ stripe, chance, timeline }: Run, dispute: string): void {
  const decision = chance.pick(['won', 'lost'] as const)
  timeline.after(chance.between(1, 30) * MINUTE, () => {
    stripe.happen((account) => closeDispute(account, dispute, decision))
  })
}
