import { formatPounds } from '#contract/base/money.ts'
import type { SimRun } from '#tests/resilience/simulation/run.ts'
import { callSimFunction, type FunctionResponse } from '#tests/resilience/simulation/sim-functions.ts'

const PRODUCT = '00000000-0000-4000-8000-000000000001'
const PRICE = 3200

export interface PurchaseInput {
  buyer: string
  kind: 'voucher' | 'order'
  /** Pence of a voucher, quantity of an order. */
  size: number
  requestId: string
  /** When the voucher is emailed and to whom. */
  gift?: { deliverTo?: 'buyer'; sendOn?: string }
}

/** What a browser has stored of a purchase. */
export interface PurchaseAttempt {
  input: PurchaseInput
  /** Missing until a response arrives. */
  secret: string | undefined
  at: number
}

/** A start of a payment that got a client secret. */
export interface Start {
  intentId: string
  requestedAt: number
}

/** An error response to the start of a payment. */
export interface StartError {
  requestId: string
  code: string
  requestedAt: number
}

export interface ClaimResponse {
  input: PurchaseInput
  intentId: string
  requestedAt: number
  response: FunctionResponse
}

const addressOf = ({ buyer }: PurchaseInput) => `192.0.2.${10 + Number(/\d+/.exec(buyer)?.[0] ?? 0)}`
export const emailOf = ({ buyer }: Pick<PurchaseInput, 'buyer'>) => `${buyer}@example.com`
const penceOf = ({ kind, size }: PurchaseInput) => (kind === 'voucher' ? size : size * PRICE)
export const intentOf = (secret: string) => secret.slice(0, secret.indexOf('_secret_'))

function bodyOf(input: PurchaseInput): Record<string, unknown> {
  const amount = formatPounds(penceOf(input))
  const { buyer, size, requestId } = input
  if (input.kind === 'voucher') {
    return { amount, requestId, voucherData: { ...voucherDataOf(input), originalAmount: amount } }
  }
  const shippingAddress = { line1: '2 Example Street', city: 'Liverpool', postcode: 'L1 0AB' }
  const person = { firstName: buyer, lastName: 'Last', email: emailOf(input), shippingAddress }
  return { productId: PRODUCT, amount, quantity: size, purchaseData: person, requestId }
}

const voucherDataOf = (input: PurchaseInput) => ({
  buyerName: `Buyer ${input.buyer}`,
  buyerEmail: emailOf(input),
  recipientName: 'Recipient Name',
  recipientEmail: `to-${emailOf(input)}`,
  personalMessage: '',
  ...input.gift,
})

/** Returns false where a retry makes sense: without a response and after a 5xx. */
const isFinal = (response: FunctionResponse | undefined) => response !== undefined && response.status < 500

/** Starts a payment as a browser does: with retries under the same request id. */
export async function startPurchase(
  run: SimRun,
  input: PurchaseInput,
  replaces?: string,
  tries = 4,
): Promise<FunctionResponse | undefined> {
  const name = input.kind === 'voucher' ? 'startVoucher' : 'startOrder'
  const { requestId } = input
  if (!run.attempts.has(requestId))
    run.attempts.set(requestId, { input, secret: undefined, at: run.timeline.now })
  let response: FunctionResponse | undefined
  let requestedAt = 0
  for (let nth = 0; nth < tries && !isFinal(response); nth += 1) {
    if (nth > 0) await run.timeline.wait(2000)
    requestedAt = run.timeline.now
    const body = { ...bodyOf(input), ...(replaces && { replaces }) }
    response = await callSimFunction(run, name, { by: input.buyer, body, address: addressOf(input) })
    if (response?.body.code) run.startErrors.push({ requestId, code: response.body.code, requestedAt })
  }
  if (response?.status === 200) run.recordIntent(requestId, response.body.clientSecret, requestedAt)
  return response
}

/** Pauses before each try (ms). */
const PAUSES = [0, 1000, 3000]

/** Claims the result of a payment, as `src/islands/checkout/find-payment.ts` does. */
export async function claimPurchase(
  run: SimRun,
  input: PurchaseInput,
  secret: string,
  tries = PAUSES.length,
): Promise<FunctionResponse | undefined> {
  const name = input.kind === 'voucher' ? 'claimVoucher' : 'claimOrder'
  let response: FunctionResponse | undefined
  for (const pause of PAUSES.slice(0, tries)) {
    if (pause > 0) await run.timeline.wait(pause)
    const requestedAt = run.timeline.now
    const call = { by: input.buyer, body: { clientSecret: secret }, address: addressOf(input) }
    response = await callSimFunction(run, name, call)
    if (response) run.claimResponses.push({ input, intentId: intentOf(secret), requestedAt, response })
    if (isFinal(response)) break
  }
  return response
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

/** Confirms like Stripe.js, with the publishable key and the client secret. Resolves to the intent's status. */
export async function confirmPurchase(run: SimRun, secret: string, method: Method): Promise<string> {
  const status = await confirm('confirm', METHODS[method])
  if (method !== 'challenged') return status
  return await confirm('authenticate', { outcome: 'complete' })

  async function confirm(what: string, params: Record<string, string>): Promise<string> {
    const path = `/v1/payment_intents/${intentOf(secret)}/${what}`
    const body = new URLSearchParams({ client_secret: secret, ...params }).toString()
    const { status, body: text } = await run.stripe.handle({ method: 'POST', path, body }, 'publishable')
    const intent = JSON.parse(text) as { status?: string; error?: { code: string } }
    run.trace.note(`stripe ${what} ${intentOf(secret)}: ${status} ${intent.status ?? intent.error?.code}`)
    return intent.status ?? 'refused'
  }
}

/** Adds the product as the owner would, with this stock. */
export async function addStockedProduct({ rows, timeline }: SimRun, stock: number): Promise<void> {
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
