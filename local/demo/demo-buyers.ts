import { clinic } from '#clinic/current-clinic.ts'
import { formatPounds, parsePence } from '#contract/base/money.ts'
import { deliveryPostcodeError } from '#contract/base/postcode.ts'
import { addDays, londonDay } from '#contract/base/send-date.ts'
import { createOrderEndpoint, createProductPaymentIntentEndpoint } from '#contract/orders/orders.ts'
import { productsEndpoint } from '#contract/products/products.ts'
import { createPaymentIntentEndpoint, giftVouchersEndpoint } from '#contract/vouchers/vouchers.ts'
import type { DemoPerson } from '#local/demo/demo-people.ts'
import { GIFT_MESSAGES } from '#local/demo/demo-texts.ts'
import { HOUR_MS, type Year } from '#local/demo/year.ts'

/** Pounds, and how often. */
const AMOUNTS = { 25: 2, 45: 2, 50: 6, 65: 3, 75: 5, 90: 2, 100: 5, 150: 2, 200: 1 }

export const drawAmount = ({ prng }: Year): string => `${prng.pickWeighted(AMOUNTS)}.00`

/** Returns a person for the gift: half of them have the giver's name. */
export const drawRecipient = ({ prng, people }: Year, giver: DemoPerson): DemoPerson =>
  people.newcomer(...(prng.chance(0.5) ? [giver.lastName] : []))

/** Buys a voucher as a gift, or for the buyer to hand over. Returns its id. */
export async function purchaseVoucher(year: Year, { isMistyped = false } = {}): Promise<string> {
  const { prng, site } = year
  const buyer = year.people.anybody()
  const secret = await startVoucher(year, buyer, isMistyped)
  await pay(year, secret)
  const claim = () => site.visit(buyer, giftVouchersEndpoint, { body: { clientSecret: secret } })
  // Browser and webhook arrive in any order.
  if (prng.chance(0.3)) await site.deliverEvents()
  const reply = await claim()
  await site.deliverEvents()
  if (!('voucher' in reply)) throw new Error(reply.message)
  return reply.voucher.id
}

/** Starts to buy a voucher and leaves. */
export const abandonVoucher = (year: Year): Promise<unknown> => startVoucher(year, year.people.newcomer())

async function startVoucher(year: Year, buyer: DemoPerson, isMistyped = false): Promise<string> {
  const { prng, site, timeline } = year
  const recipient = drawRecipient(year, buyer)
  const amount = drawAmount(year)
  const recipientEmail = isMistyped ? mistype(recipient.email) : recipient.email
  if (isMistyped) year.mail.control.refuse(recipientEmail)
  const isHandedOver = !isMistyped && prng.chance(0.2)
  const tomorrow = addDays(londonDay(new Date(timeline.now)), prng.between(1, 16))
  const { clientSecret } = await site.visit(buyer, createPaymentIntentEndpoint, {
    body: {
      amount,
      requestId: prng.uuid(),
      voucherData: {
        buyerName: buyer.name,
        buyerEmail: buyer.email,
        recipientName: recipient.name,
        recipientEmail: isHandedOver ? '' : recipientEmail,
        originalAmount: amount,
        personalMessage: prng.chance(0.75) ? prng.pick(GIFT_MESSAGES) : '',
        deliverTo: isHandedOver ? 'buyer' : 'recipient',
        sendOn: !isHandedOver && !isMistyped && prng.chance(0.2) ? tomorrow : '',
      },
    },
  })
  return clientSecret
}

/** Buys a product. Returns the order's id, or undefined if the shop is sold out. */
export async function purchaseProduct(year: Year): Promise<string | undefined> {
  const { site } = year
  const buyer = year.people.anybody()
  const secret = await startOrder(year, buyer)
  if (secret === undefined) return undefined
  await pay(year, secret)
  const reply = await site.visit(buyer, createOrderEndpoint, { body: { clientSecret: secret } })
  await site.deliverEvents()
  if (!('order' in reply)) throw new Error(reply.message)
  return reply.order.id
}

const mistype = (email: string) => email.replace('@', 'nn@')
export const correctAddress = (email: string): string => email.replace('nn@', '@')

/** Starts to buy a product and leaves. */
export const abandonOrder = (year: Year): Promise<unknown> => startOrder(year, year.people.newcomer())

async function startOrder({ prng, site }: Year, buyer: DemoPerson): Promise<string | undefined> {
  const products = await site.visit(buyer, productsEndpoint, {})
  const available = products.filter(({ stock }) => stock > 0)
  if (available.length === 0) return undefined
  const { id, price, stock } = prng.pick(available)
  const quantity = Math.min(stock, prng.pickWeighted({ 1: 7, 2: 2, 3: 1 }) === '1' ? 1 : prng.between(2, 3))
  const { firstName, lastName, email, phone, address } = buyer
  const isTooFar =
    deliveryPostcodeError(address.postcode, clinic.delivery, clinic.phone.display) !== undefined
  const { clientSecret } = await site.visit(buyer, createProductPaymentIntentEndpoint, {
    body: {
      productId: id,
      quantity,
      amount: formatPounds(quantity * (parsePence(price) ?? 0)),
      requestId: prng.uuid(),
      purchaseData: {
        firstName,
        lastName,
        email,
        phone,
        shippingAddress: address,
        delivery: prng.chance(0.6) || isTooFar ? 'collection' : 'local',
      },
    },
  })
  return clientSecret
}

/** Pays as Stripe.js does; some cards are declined first. */
async function pay(year: Year, secret: string): Promise<void> {
  if (year.prng.chance(0.06)) await confirm(year, secret, 'pm_card_chargeDeclinedInsufficientFunds')
  const response = await confirm(year, secret, year.prng.pick(CARDS))
  if (!response.ok) throw new Error(`Stripe responded ${response.status}: ${await response.text()}`)
}

const CARDS = ['pm_card_visa', 'pm_card_mastercard']

function confirm(year: Year, secret: string, card: string): Promise<Response> {
  year.timeline.jump(HOUR_MS / 60)
  return fetch(`${year.stripe.url}/v1/payment_intents/${intentOf(secret)}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${year.stripePublishableKey}` },
    body: new URLSearchParams({ client_secret: secret, payment_method: card }),
  })
}

const intentOf = (secret: string) => secret.slice(0, secret.indexOf('_secret_'))
