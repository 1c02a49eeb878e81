import { randomUUID } from 'node:crypto'
import { Stripe } from 'stripe'
import { type Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { addDays, londonDay } from '#contract/send-date.ts'
import contact from '#functions/contact.mts'
import redeemVoucher from '#functions/redeem-voucher.mts'
import { settlePayment } from '#server/payments/settle-payment.ts'
import { purchaseToken } from '#server/purchase-link.ts'
import { addToShop } from '#tests/harness/add-to-shop.ts'
import { addAdmin, ADMIN_PASSWORD, signInNewAdmin } from '#tests/harness/admin-session.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { GIVEN, openDesk, type Desk } from '#tests/harness/desk.ts'
import { addProductWithStock, orderOf, purchaseOf, startPaying } from '#tests/harness/order-buyer.ts'
import { WEBHOOK_SECRET, type World } from '#tests/harness/start-world.ts'
import { buy, order, payStarted, startPayment } from '#tests/harness/voucher-buyer.ts'

export type EndpointName =
  | keyof typeof endpoints
  | 'createPaymentIntent in the place of another'
  | 'the webhook'
  | 'the schedule'
  | 'the outbox'

type Handler = Parameters<typeof callFunction>[0]
type Sent = Partial<Parameters<typeof callFunction>[1]>

export interface LatencyRequest {
  name: EndpointName
  handler: Handler
  request: Parameters<typeof callFunction>[1]
}

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const WRITER = { firstName: 'First', lastName: 'Last' }
const PRODUCT = { name: 'Massage ball', description: 'A ball of natural rubber.', price: '32.00', stock: '5' }

/** Returns one valid request to each endpoint, each with its own data. */
export async function createRequests(world: World): Promise<LatencyRequest[]> {
  const desk = await openDesk(world)
  const given = await requestsOf(world, desk)
  const asked = Object.entries(given) as [EndpointName, Sent][]
  return await Promise.all(
    asked.map(async ([name, sent]) => {
      const endpoint: Endpoint | undefined = endpoints[fileOf(name) as keyof typeof endpoints]
      const { path, method, access } = endpoint ?? { path: '/', method: 'POST', access: 'public' }
      const headers = access === 'admin' ? desk.headers : { 'content-type': 'application/json' }
      return { name, handler: await handlerOf(fileOf(name)), request: { path, method, headers, ...sent } }
    }),
  )
}

const FILES: Partial<Record<EndpointName, string>> = {
  'createPaymentIntent in the place of another': 'createPaymentIntent',
  'the webhook': 'stripeWebhook',
  'the schedule': 'settlePayments',
  'the outbox': 'sendMail',
}
const fileOf = (name: EndpointName) => FILES[name] ?? name

async function handlerOf(name: string): Promise<Handler> {
  const file = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return ((await import(`../../../netlify/functions/${file}.mts`)) as { default: Handler }).default
}

async function requestsOf(world: World, desk: Desk): Promise<Record<EndpointName, Sent>> {
  const at = (id: string, body?: unknown): Sent => ({ params: { id }, body })
  const voucher = async () => (await desk.generate()).id
  const { voucherCode } = await desk.generate()
  const redeemed = await voucher()
  const { entry } = await desk.ask(redeemVoucher, redeemed, { amount: '10.00' })
  const [bought, ordered, prepared] = [
    await settledVoucher(world),
    await orderOf(world),
    await orderOf(world),
  ]
  const [product, sold] = [await addToShop(world), await addProductWithStock(world, 10)]
  const { email } = await addAdmin(world)
  const asked = await appointment(world)
  const tokenOfTimed = async () => {
    const { intentId } = await buy(world, 5000, { sendOn: addDays(londonDay(world.clock.now()), 30) })
    await settlePayment(world.services, intentId)
    const [payment] = await world.rows<{ id: string }>(
      'select id from payment where stripe_payment_intent_id = $1',
      [intentId],
    )
    return purchaseToken(payment!.id)
  }
  await sendMessage('erased@example.com')
  return {
    activity: {},
    addProduct: { body: { ...PRODUCT, requestId: randomUUID() } },
    adjustVoucher: at(await voucher(), { amount: '5.00', description: 'A present' }),
    adminOrder: at(ordered.id),
    adminOrders: {},
    adminProduct: at(product.id),
    adminProducts: {},
    adminRequest: at(asked),
    adminRequests: {},
    adminSettings: {},
    adminStats: {},
    adminVoucher: at(redeemed),
    adminVouchers: { path: '/api/admin/vouchers?search=recipient' },
    answerRequest: at(asked, {}),
    appointments: {
      body: { ...WRITER, email: 'a@example.com', phone: '0151 496 0123', service: 'acupuncture' },
    },
    archiveProduct: at((await addToShop(world)).id),
    attention: {},
    changeFulfilment: at(prepared.id, { fulfilment: 'ready' }),
    changeFulfilments: { body: { orders: [{ id: ordered.id, fulfilment: 'ready', from: 'to_prepare' }] } },
    changeProduct: at(product.id, PRODUCT),
    changeRecipient: { body: { token: await tokenOfTimed(), recipientEmail: 'corrected@example.com' } },
    changeSendDate: { body: { token: await tokenOfTimed(), sendOn: null } },
    changeRequestNote: at(asked, { note: 'Rings back on Monday' }),
    changeSettings: { body: { saleEmails: 'each' } },
    complimentaryValue: {},
    confirmAppointment: at(asked, { date: `${new Date().getFullYear() + 1}-06-01`, time: '11:00' }),
    contact: { body: message('b@example.com') },
    createOrder: { body: { clientSecret: await paidProduct(world, sold) } },
    createPaymentIntent: { body: order() },
    'createPaymentIntent in the place of another': {
      body: { ...order(), replaces: (await startPayment()).clientSecret },
    },
    createProductPaymentIntent: { body: purchaseOf(sold) },
    customers: {},
    eraseCustomer: { body: { email: 'erased@example.com' } },
    exportCsv: { path: '/api/admin/export/vouchers.csv', params: { file: 'vouchers.csv' } },
    exportCustomer: { body: { email: ordered.email } },
    extendVoucher: at(await voucher(), { expiryDate: `${new Date().getFullYear() + 2}-06-30` }),
    findPurchase: { body: { token: await tokenOfTimed() } },
    findCustomer: { body: { email: ordered.email } },
    findVoucher: { body: { code: voucherCode } },
    forgotPassword: { body: { email } },
    generateVoucher: { body: GIVEN },
    giftVouchers: { body: { clientSecret: (await buy(world)).clientSecret } },
    login: { body: { email, password: ADMIN_PASSWORD } },
    logout: { headers: (await signInNewAdmin(world)).headers, body: {} },
    picture: at(await picture(world)),
    productInquiries: { body: { ...WRITER, email: 'c@example.com', productId: product.id, quantity: 1 } },
    products: {},
    redeemVoucher: at(await voucher(), { amount: '10.00' }),
    refundOrder: at(ordered.id, { amount: '1.00' }),
    refundPayment: at(await unknownPayment(world), {}),
    refundVoucher: at(bought, {}),
    releaseAlert: at(await openReview(world), {}),
    reopenRequest: at(asked, {}),
    requestCounts: {},
    resendMail: at(await failedMail(world), {}),
    resendVoucher: at(await voucher(), {}),
    resetPassword: { body: { token: 'none', password: ADMIN_PASSWORD } },
    endSessions: { body: { token: 'none' } },
    restockProduct: at(product.id, { quantity: 3 }),
    search: { path: '/api/admin/search?search=recipient' },
    session: {},
    settleNow: at(await paymentOf(world, (await buy(world)).intentId), {}),
    undoVoucherEntry: at(redeemed, { entryId: entry.id }),
    uploadPicture: {
      headers: { ...desk.headers, 'content-type': 'image/png' },
      body: new Uint8Array(PIXEL),
    },
    'the webhook': webhook((await buy(world)).intentId),
    'the schedule': { body: { full: true } },
    'the outbox': { body: { full: true } },
  }
}

const message = (email: string) => ({ ...WRITER, email, subject: 'Parking', message: 'Is there any?' })
const sendMessage = (email: string) => callFunction(contact, { path: '/api/contact', body: message(email) })

async function appointment({ rows }: World): Promise<string> {
  const [row] = await rows<{ id: string }>(
    `insert into appointment (id, first_name, last_name, email, phone, service, created_at)
     values (gen_random_uuid(), 'First', 'Last', 'asked@example.com', '0151 496 0123', 'massage', now()) returning id`,
  )
  return row!.id
}

async function settledVoucher(world: World): Promise<string> {
  const settled = await settlePayment(world.services, (await buy(world)).intentId)
  if (settled.outcome !== 'fulfilled') throw new Error(settled.outcome)
  return settled.voucher.id
}

async function paidProduct(world: World, product: string): Promise<string> {
  const started = await startPaying(purchaseOf(product))
  await payStarted(world, started)
  return started.clientSecret
}

async function paymentOf({ rows }: World, intent: string): Promise<string> {
  const found = await rows<{ id: string }>('select id from payment where stripe_payment_intent_id = $1', [
    intent,
  ])
  return found[0]!.id
}

async function unknownPayment(world: World): Promise<string> {
  const { intentId } = await buy(world)
  await world.rows('delete from payment where stripe_payment_intent_id = $1', [intentId])
  await settlePayment(world.services, intentId)
  return paymentOf(world, intentId)
}

async function openReview(world: World): Promise<string> {
  const { intentId } = await buy(world)
  await world.stripe.control.openReview({ intent: intentId })
  await settlePayment(world.services, intentId)
  const found = await world.rows<{ id: string }>(
    'select alert.id from fraud_alert alert join payment on payment.id = payment_id where stripe_payment_intent_id = $1',
    [intentId],
  )
  return found[0]!.id
}

async function failedMail({ rows }: World): Promise<string> {
  const failed = await rows<{ id: string }>(
    `update outbox set failed_at = now(), sent_at = null
     where id = (select id from outbox where template = 'voucher-gift' limit 1) returning id`,
  )
  return failed[0]!.id
}

async function picture({ rows }: World): Promise<string> {
  const id = randomUUID()
  await rows(
    `insert into picture (id, content_type, bytes, created_at) values ($1, 'image/png', $2, now())`,
    [id, Buffer.concat([PIXEL, Buffer.from('another')])],
  )
  return id
}

function webhook(intent: string): Sent {
  const event = {
    id: 'evt_1',
    object: 'event',
    type: 'payment_intent.succeeded',
    data: { object: { id: intent } },
  }
  const body = JSON.stringify(event)
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret: WEBHOOK_SECRET })
  return { body, headers: { 'stripe-signature': signature } }
}
