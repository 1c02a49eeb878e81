import { formatPounds } from '../../../src/contract/money.ts'
import { type Answered, callFunction } from './functions.ts'
import type { Run } from './run.ts'

const PRODUCT = '00000000-0000-4000-8000-000000000001'
const PRICE = 3200

/** What somebody wants, and who it is. */
export interface Wish {
  who: string
  thing: 'voucher' | 'order'
  /** Of a voucher in pence, of an order in pieces. */
  size: number
  requestId: string
}

/** What a browser still holds of a purchase that it began. */
export interface Begun {
  wish: Wish
  /** Undefined as long as no answer has come. */
  secret: string | undefined
  at: number
}

/** A refusal to start a payment. */
export interface Refused {
  requestId: string
  code: string
  askedAt: number
}

/** Every answer that a browser was given, and what it was about. */
export interface Heard {
  wish: Wish
  intentId: string
  askedAt: number
  answered: Answered
}

const addressOf = ({ who }: Wish) => `192.0.2.${10 + Number(/\d+/.exec(who)?.[0] ?? 0)}`
export const emailOf = ({ who }: Pick<Wish, 'who'>) => `${who}@example.com`
export const penceOf = ({ thing, size }: Wish) => (thing === 'voucher' ? size : size * PRICE)
export const intentOf = (secret: string) => secret.slice(0, secret.indexOf('_secret_'))

function bodyOf(wish: Wish): Record<string, unknown> {
  const amount = formatPounds(penceOf(wish))
  const { who, size, requestId } = wish
  if (wish.thing === 'voucher') {
    return { amount, requestId, voucherData: { ...voucherDataOf(wish), originalAmount: amount } }
  }
  const shippingAddress = { line1: '2 Example Street', city: 'Liverpool', postcode: 'L1 0AB' }
  const person = { firstName: who, lastName: 'Last', email: emailOf(wish), shippingAddress }
  return { productId: PRODUCT, amount, quantity: size, purchaseData: person, requestId }
}

const voucherDataOf = (wish: Wish) => ({
  buyerName: `Buyer ${wish.who}`,
  buyerEmail: emailOf(wish),
  recipientName: 'Recipient Name',
  recipientEmail: `to-${emailOf(wish)}`,
  personalMessage: '',
})

/** Whether the same call again is a way on: nobody answered, or nobody who could. */
const isOver = (answered: Answered | undefined) => answered !== undefined && answered.status < 500

/** A browser's way to an intent: it asks again, under the same name, until somebody answers. */
export async function start(
  run: Run,
  wish: Wish,
  replaces?: string,
  tries = 4,
): Promise<Answered | undefined> {
  const name = wish.thing === 'voucher' ? 'startVoucher' : 'startOrder'
  const { requestId } = wish
  if (!run.begun.has(requestId)) run.begun.set(requestId, { wish, secret: undefined, at: run.timeline.now })
  let answered: Answered | undefined
  for (let nth = 0; nth < tries && !isOver(answered); nth += 1) {
    if (nth > 0) await run.timeline.wait(2000)
    const askedAt = run.timeline.now
    const body = { ...bodyOf(wish), ...(replaces && { replaces }) }
    answered = await callFunction(run, name, { by: wish.who, body, address: addressOf(wish) })
    if (answered?.body.code) run.refused.push({ requestId, code: answered.body.code, askedAt })
  }
  if (answered?.status === 200) run.started(requestId, answered.body.clientSecret)
  return answered
}

/** The browser's pauses before its second and its third try. */
const PAUSES = [0, 1000, 3000]

/** A browser asks what became of its payment, as `src/islands/checkout/find-payment.ts` does. */
export async function claim(
  run: Run,
  wish: Wish,
  secret: string,
  tries = PAUSES.length,
): Promise<Answered | undefined> {
  const name = wish.thing === 'voucher' ? 'claimVoucher' : 'claimOrder'
  let answered: Answered | undefined
  for (const pause of PAUSES.slice(0, tries)) {
    if (pause > 0) await run.timeline.wait(pause)
    const askedAt = run.timeline.now
    const call = { by: wish.who, body: { clientSecret: secret }, address: addressOf(wish) }
    answered = await callFunction(run, name, call)
    if (answered) run.heard.push({ wish, intentId: intentOf(secret), askedAt, answered })
    if (isOver(answered)) break
  }
  return answered
}

export type Method = 'card' | 'declined' | 'challenged' | 'later' | 'debit' | 'disputed' | 'refund fails'

const METHODS: Record<Method, Record<string, string>> = {
  card: { payment_method: 'pm_card_visa' },
  declined: { payment_method: 'pm_card_chargeDeclined' },
  challenged: { payment_method: 'pm_card_authenticationRequired' },
  later: { 'payment_method_data[type]': 'klarna', return_url: 'https://stripe.invalid/' },
  debit: {
    'payment_method_data[type]': 'bacs_debit',
    'payment_method_data[bacs_debit][account_number]': '00012345',
    'payment_method_data[bacs_debit][sort_code]': '108800',
  },
  disputed: { payment_method: 'pm_card_createDispute' },
  'refund fails': { payment_method: 'pm_card_refundFail' },
}

/** Stripe.js, with the publishable key and the client secret. Answers how the intent stands then. */
export async function pay(run: Run, secret: string, method: Method): Promise<string> {
  const answer = await confirm('confirm', METHODS[method])
  if (method !== 'challenged') return answer
  return await confirm('authenticate', { outcome: 'complete' })

  async function confirm(what: string, params: Record<string, string>): Promise<string> {
    const path = `/v1/payment_intents/${intentOf(secret)}/${what}`
    const body = new URLSearchParams({ client_secret: secret, ...params }).toString()
    const { status, body: said } = await run.stripe.answer({ method: 'POST', path, body }, 'publishable')
    const intent = JSON.parse(said) as { status?: string; error?: { code: string } }
    run.trace.note(`stripe ${what} ${intentOf(secret)}: ${status} ${intent.status ?? intent.error?.code}`)
    return intent.status ?? 'refused'
  }
}

/** A product of which there are so many, as the owner has put it in. */
export async function stockUp({ rows, timeline }: Run, stock: number): Promise<void> {
  await rows(
    `with added as (
       insert into product (id, name, description, price_pence, stock, low_stock, created_at)
       values ($1, 'Acupressure mat', 'A firm cotton mat.', $2, $3, 1, $4)
     ),
     counted as (
       insert into stock_movement (product_id, kind, quantity, actor, at) values ($1, 'count', $3, 'owner', $4)
     )
     insert into activity (at, actor, action, product_id) values ($4, 'owner', 'product_added', $1)`,
    [PRODUCT, PRICE, stock, new Date(timeline.now)],
  )
}
