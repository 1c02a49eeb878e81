import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { londonDay } from '#contract/base/send-date.ts'
import { NO_WEBSITE } from '#contract/website/website.ts'
import hourly from '#functions/hourly.mts'
import settlePayments from '#functions/settle-payments.mts'
import { hashSecret } from '#server/auth/secret-tokens.ts'
import { recordCancellation } from '#server/cancelling/record-cancellation.ts'
import { endSessionsToken } from '#server/links/end-sessions-link.ts'
import { purchaseToken } from '#server/links/purchase-link.ts'
import { signToken } from '#server/links/signed-token.ts'
import { changeFulfilment } from '#server/orders/change-fulfilment.ts'
import { redeemVoucher } from '#server/vouchers/ledger/change-balance.ts'
import { addAdmin, ADMIN_PASSWORD, signInAs, signInNewAdmin } from '#tests/harness/admin-session.ts'
import { AFTER_VALIDITY_DAYS } from '#tests/harness/after-validity-days.ts'
import { createAuthenticator } from '#tests/harness/authenticator.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { GIVEN, openDesk, type Desk } from '#tests/harness/desk.ts'
import { everyEndpoint } from '#tests/harness/every-endpoint.ts'
import { functions } from '#tests/harness/every-function.ts'
import { flagPayments } from '#tests/harness/flag-payments.ts'
import { takeLoggedErrors } from '#tests/harness/no-stray-errors.ts'
import { addProductWithStock, orderOf, purchaseOf, startPaying } from '#tests/harness/order-buyer.ts'
import { PortalBrowser } from '#tests/harness/portal-browser.ts'
import { siteId } from '#tests/harness/site-id.ts'
import { ENVIRONMENT } from '#tests/harness/start-world.ts'
import { buy, order, payStarted, startPayment } from '#tests/harness/voucher-buyer.ts'
import { voucherShop } from '#tests/harness/voucher-shop.ts'
import { POSTMARK_HEADERS, sign } from '#tests/harness/webhook.ts'
import { useWorld } from '#tests/harness/world.ts'

const world = useWorld()
const { buyVoucher } = voucherShop(world)
const { open, itemOf } = flagPayments(world)

interface Prepared {
  params?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
  address?: string
}

let desk: Desk
beforeAll(async () => void (desk = await openDesk(world)))
// Or the email of an earlier test would be tried again meanwhile.
beforeEach(async () => {
  await world.rows(
    `update outbox set due_at = due_at + interval '1 day' where sent_at is null and attempts > 0`,
  )
  await world.rows('delete from throttle')
  // The tests take longer than a proof of who one is counts.
  await world.rows('update admin_session set proved_at = now() where proved_at is not null')
  await world.rows('update site set passkeys_required = false')
})

const nextDays = (days: number) => londonDay(new Date(Date.now() + days * 86_400_000))
const someone = () => ({ firstName: 'First', lastName: 'Last', email: `${randomUUID()}@example.com` })

const voucher = async (body: object = {}, more: object = {}) => ({
  params: { id: (await desk.generate({ paidBy: 'cash', ...more })).id },
  body,
})

async function redemption() {
  const { id } = await desk.generate({ paidBy: 'cash' })
  const change = { voucherId: id, actor: desk.adminId }
  const { entry } = await redeemVoucher(world.services, change, { amount: 500, description: undefined })
  return { params: { id }, body: { entryId: entry.id } }
}

const newImport = () => ({
  importId: randomUUID(),
  rows: [`A${randomUUID()}`, `B${randomUUID()}`].map((code) => ({
    code: code.slice(0, 30),
    balance: '12.50',
  })),
})

const product = async (body: unknown = {}) => ({
  params: { id: await addProductWithStock(world, 10) },
  body,
})
const someOrder = async (body: object = {}) => ({ params: { id: (await orderOf(world)).id }, body })

async function appointment(body: object = {}, answered = false) {
  const id = randomUUID()
  await world.rows(
    `insert into appointment (id, first_name, last_name, email, phone, service, created_at, answered_at)
     values ($1::uuid, 'First', 'Last', $1::uuid || '@example.com', '0151 496 0123', 'massage', now(), case when $2 then now() end)`,
    [id, answered],
  )
  return { params: { id }, body }
}

async function customer() {
  const { params } = await appointment()
  await world.rows('update appointment set answered_at = now() where id = $1', [params.id])
  return { body: { email: `${params.id}@example.com` } }
}

/** The purchase of a voucher whose gift email leaves in ten days. */
async function scheduledGift(change: object) {
  const paid = await buy(world, 5000, { sendOn: nextDays(10) })
  await (await send('giftVouchers', { body: { clientSecret: paid.clientSecret } })).text()
  const [payment] = await world.rows<{ id: string }>(
    'select id from payment where stripe_payment_intent_id = $1',
    [paid.intentId],
  )
  return { body: { token: purchaseToken(payment!.id), ...change } }
}

async function sentGift(change: object) {
  const { id } = await buyVoucher()
  const [voucher] = await world.rows<{ payment: string }>(
    'select payment_id as payment from gift_voucher where id = $1',
    [id],
  )
  return { body: { token: purchaseToken(voucher!.payment), ...change } }
}

interface SentEmail {
  id: string
  messageId: string
  recipient: string
}

async function lastSent(template: string): Promise<SentEmail> {
  const [email] = await world.rows<SentEmail>(
    `select id, message_id as "messageId", recipient from outbox
     where template = $1 and sent_at is not null order by created_at desc limit 1`,
    [template],
  )
  return email!
}

async function bounceLast(template: string): Promise<string> {
  const email = await lastSent(template)
  await (await send('postmarkWebhook', bounceEvent(email))).text()
  return email.id
}

function bounceEvent({ id, messageId, recipient }: SentEmail): Prepared {
  return {
    headers: POSTMARK_HEADERS,
    body: {
      RecordType: 'Bounce',
      MessageID: messageId,
      Metadata: { outbox: id },
      ID: Date.now(),
      Type: 'HardBounce',
      Email: recipient,
      BouncedAt: new Date().toISOString(),
    },
  }
}

async function flagged() {
  const paid = await buyVoucher()
  await open(paid, 'warning')
  return await itemOf(paid)
}

async function unmatchedPayment() {
  const intent = await world.services.stripe.paymentIntents.create({
    amount: 7000,
    currency: 'gbp',
    payment_method: 'pm_card_visa',
    confirm: true,
    return_url: 'http://localhost:4321/',
    metadata: { payment_id: randomUUID(), purpose: 'gift_voucher', site: await siteId(world) },
  })
  await send('settlePayments', { body: { full: true } })
  takeLoggedErrors()
  const [payment] = await world.rows<{ id: string }>(
    'select id from payment where stripe_payment_intent_id = $1',
    [intent.id],
  )
  return { params: { id: payment!.id }, body: {} }
}

async function failedEmail() {
  const id = randomUUID()
  await world.rows(
    `insert into outbox (id, key, template, recipient, data, created_at, due_at, failed_at)
     values ($1::uuid, 'of-a-test:' || $1::uuid, 'low-stock', 'clinic@example.com', '{"name":"Mat","left":1}', now(), now(), now())`,
    [id],
  )
  return { params: { id }, body: {} }
}

/** Somebody of the staff who is about to add a passkey: the number of owners, who are all told, stays. */
async function adding() {
  const { id: adminId, email } = await addAdmin(world, 'staff')
  const browser = new PortalBrowser()
  await browser.signIn(email)
  const { options } = await browser.ask('passkeyOptions', { add: true })
  const device = createAuthenticator()
  const body = { name: 'Phone', attestation: device.attest(options!.challenge) }
  return { adminId, browser, device, body, headers: browser.headers }
}

async function withPasskey() {
  const { body, browser, ...person } = await adding()
  await browser.ask('addPasskey', body)
  return { ...person, headers: browser.headers }
}

async function givePasskeyToOwner() {
  const { device } = await withPasskey()
  await world.rows('delete from passkey where admin_id = $1', [desk.adminId])
  await world.rows('update passkey set admin_id = $2 where id = $1', [device.id, desk.adminId])
}

async function recovery() {
  await givePasskeyToOwner()
  process.env['RECOVERY_CODE'] = `a code of Netlify ${randomUUID()}`
  return { body: { recoveryCode: process.env['RECOVERY_CODE'], email: desk.email } }
}

async function resetLink() {
  const { id } = await addAdmin(world, 'staff')
  const token = randomUUID()
  await world.rows(`insert into password_reset values ($1, $2, now() + interval '30 minutes')`, [
    hashSecret(token),
    id,
  ])
  return { body: { token, password: 'seven herons stand in the water' } }
}

const overdue = async () => {
  const { intentId } = await startPayment()
  const [payment] = await world.rows<{ id: string }>(
    `update payment set created_at = created_at - interval '2 hours', pay_by = created_at - interval '1 hour'
     where stripe_payment_intent_id = $1 returning id`,
    [intentId],
  )
  return { params: { id: payment!.id }, body: {} }
}

const productForm = () => ({
  name: 'Copper bowl',
  description: 'A small bowl of copper.',
  price: '12',
  stock: 5,
})

const websiteOf = () => ({
  ...NO_WEBSITE,
  notice: { text: `Notice ${randomUUID()}`, from: nextDays(1), to: nextDays(2), level: 'calm' },
})

/** Saves a version of the website, and returns it. */
async function savedVersion(): Promise<number> {
  const [latest] = await world.rows<{ version: number }>(
    'select coalesce(max(version), 0)::int as version from website_version',
  )
  await (await send('saveWebsite', { body: { website: websiteOf(), version: latest!.version } })).text()
  return latest!.version + 1
}

/** Endpoints that write nothing although they are no GET: a code, a token or many ids do not belong in an address. */
const READS = new Set(['findPurchase', 'findVoucher', 'packingSlips', 'passkeyOptions', 'signInOptions'])

/** Prepares a request that changes something, for every function that does. */
const WRITES: Record<string, () => Prepared | Promise<Prepared>> = {
  addPasskey: async () => {
    const { headers, body } = await adding()
    return { headers, body }
  },
  addProduct: () => ({ body: productForm() }),
  adjustVoucher: () => voucher({ amount: '5', description: 'Goodwill' }),
  answerEnquiry: () => appointment(),
  appointments: () => ({ body: { ...someone(), phone: '0151 496 0123', service: 'massage' } }),
  archiveProduct: async () => ({ params: (await product()).params }),
  changeAddress: async () => {
    const { id } = await buyVoucher()
    return { body: { kind: 'voucher', id, email: 'corrected@example.com' } }
  },
  cancelPurchase: () => sentGift({ expectedAmount: '50.00' }),
  changeBuyerEmail: () => sentGift({ email: 'corrected@example.com' }),
  changeHolderEmails: () => voucher({ tellHolder: false, reminders: false }),
  changeEnquiryNote: () => appointment({ note: 'Rang back', from: null }),
  changeFulfilment: () => someOrder({ fulfilment: 'ready', from: 'to_prepare' }),
  changeFulfilments: async () => {
    const { params, body } = await someOrder({ fulfilment: 'ready', from: 'to_prepare' })
    return { body: { orders: [{ ...params, ...body }] } }
  },
  changePassword: async () => ({
    headers: (await signInNewAdmin(world, 'staff')).headers,
    body: { currentPassword: ADMIN_PASSWORD, password: 'seven herons stand in the water' },
  }),
  changePerson: async () => ({
    params: { id: (await addAdmin(world, 'staff')).id },
    body: { name: 'Another Name', role: 'staff' },
  }),
  changeProduct: () => product({ ...productForm(), version: 1 }),
  changeRecipient: () =>
    scheduledGift({ recipientEmail: 'corrected@example.com', from: 'recipient@example.com' }),
  changeSendDate: () => scheduledGift({ sendOn: null, from: nextDays(10) }),
  changeSettings: async () => {
    await world.rows(`update settings set sale_emails = 'daily'`)
    return { body: { saleEmails: 'each' } }
  },
  confirmAppointment: () => appointment({ date: nextDays(7 * ++weeks), time: '10:00', from: null }),
  contact: () => ({ body: { ...someone(), subject: 'A question', message: 'A question about a visit.' } }),
  createOrder: async () => {
    const started = await startPaying(purchaseOf(await addProductWithStock(world, 3)))
    await payStarted(world, started)
    return { body: { clientSecret: started.clientSecret } }
  },
  createPaymentIntent: () => ({ body: order() }),
  createProductPaymentIntent: async () => ({ body: purchaseOf(await addProductWithStock(world, 3)) }),
  dismissEmail: failedEmail,
  emailClosing: () => ({ body: {} }),
  endOtherSessions: async () => {
    const { email, headers } = await signInNewAdmin(world, 'staff')
    await signInAs(email)
    return { headers, body: {} }
  },
  endSession: async () => {
    const { email, headers } = await signInNewAdmin(world, 'staff')
    await signInAs(email)
    const [other] = await world.rows<{ id: string }>(
      `select session.id from admin_session session join admin_user on admin_user.id = admin_id
       where email = $1 order by session.created_at desc limit 1`,
      [email],
    )
    return { headers, params: { id: other!.id } }
  },
  endSessions: async () => {
    const { adminId } = await signInNewAdmin(world, 'staff')
    return { body: { token: endSessionsToken(adminId, new Date(Date.now() + 60_000)) } }
  },
  eraseCustomer: customer,
  exportCsv: () => ({ params: { file: 'orders.csv' } }),
  exportCustomer: customer,
  extendVoucher: () => voucher({ expiryDate: nextDays(AFTER_VALIDITY_DAYS) }),
  findCustomer: customer,
  findHeldVoucher: async () => ({ body: { code: (await desk.generate({ paidBy: 'cash' })).voucherCode } }),
  forgotPassword: async () => ({ body: { email: (await addAdmin(world, 'staff')).email } }),
  generateVoucher: () => ({ body: { ...GIVEN, buyerEmail: 'buyer@example.com', paidBy: 'card' } }),
  giftVouchers: async () => ({ body: { clientSecret: (await buy(world)).clientSecret } }),
  importVouchers: () => ({ body: newImport() }),
  invitePerson: async () => ({
    body: { email: `${randomUUID()}@example.com`, name: 'New Person', role: 'staff' },
  }),
  newRecoveryCodes: async () => ({ headers: (await withPasskey()).headers, body: {} }),
  recover: recovery,
  removePasskey: async () => {
    const { headers, device } = await withPasskey()
    return { headers, params: { id: device.id } }
  },
  renamePasskey: async () => {
    const { headers, device } = await withPasskey()
    return { headers, params: { id: device.id }, body: { name: `Phone ${randomUUID()}` } }
  },
  requirePasskeys: async () => {
    await givePasskeyToOwner()
    await world.rows('update site set passkeys_required = false')
    return { body: { areRequired: true } }
  },
  resetPasskeys: async () => ({ params: { id: (await withPasskey()).adminId }, body: {} }),
  signInWithPasskey: async () => {
    const { device } = await withPasskey()
    const browser = new PortalBrowser()
    const { challenge } = await browser.ask('signInOptions', {})
    return { headers: browser.headers, body: device.assert(challenge!) }
  },
  login: async () => ({ body: { email: (await addAdmin(world, 'staff')).email, password: ADMIN_PASSWORD } }),
  logout: async () => ({ headers: (await signInNewAdmin(world, 'staff')).headers, body: {} }),
  productInquiries: async () => ({ body: { ...someone(), productId: await addProductWithStock(world, 3) } }),
  recordCancellation: async () => ({
    params: { id: (await buyVoucher()).id },
    body: { sentOn: nextDays(0) },
  }),
  recordGoods: async () => ({
    params: { id: await cancelledOrder('ready', 'collected') },
    body: { what: 'back', on: nextDays(0), deduct: '1.00', reason: 'A stain' },
  }),
  recordPaidBack: async () => {
    const { params } = await voucher({}, { paidBy: 'cash', byPhone: true, buyerEmail: 'buyer@example.com' })
    return { params: { id: await cancelled(params.id) } }
  },
  redeemVoucher: () => voucher({ amount: '5' }),
  refundOrder: async () => ({ ...(await someOrder({ restock: 1 })) }),
  refundPayment: async () => ({ params: { id: (await flagged()).paymentId }, body: {} }),
  refundVoucher: async () => ({ params: { id: (await buyVoucher()).id }, body: {} }),
  reissuePurchase: () => sentGift({ recipientEmail: 'right@example.com' }),
  reissueVoucher: async () => ({
    params: { id: (await buyVoucher()).id },
    body: { recipientEmail: 'right@example.com' },
  }),
  releaseAlert: async () => ({ params: { id: (await flagged()).id }, body: {} }),
  removePerson: async () => ({ params: { id: (await addAdmin(world, 'staff')).id } }),
  reopenEnquiry: () => appointment({}, true),
  resendHeldVouchers: async () => {
    const email = `${randomUUID()}@example.com`
    await buyVoucher('pm_card_visa', { recipientEmail: email })
    return { body: { email } }
  },
  resendMail: failedEmail,
  resendVoucher: async () => {
    const { id } = await buyVoucher()
    await bounceLast('voucher-gift')
    return { params: { id }, body: { recipientEmail: 'elsewhere@example.com' } }
  },
  resendPurchases: async () => {
    const email = `${randomUUID()}@example.com`
    await buyVoucher('pm_card_visa', { buyerEmail: email })
    return { body: { email } }
  },
  resetPassword: resetLink,
  restockProduct: () => product({ quantity: 4 }),
  settleNow: overdue,
  stepUp: async () => ({
    headers: (await signInNewAdmin(world, 'staff')).headers,
    body: { by: 'password', password: ADMIN_PASSWORD },
  }),
  stopRecovery: async () => {
    // Those that other tests have begun.
    await (await send('stopRecovery', { body: {} })).text()
    const { body } = await recovery()
    await (await send('recover', { body })).text()
    return { headers: desk.headers, body: {} }
  },
  stopReminders: async () => ({
    body: { token: signToken('stop reminders', (await buyVoucher()).id) },
  }),
  takeBackImport: async () => {
    const body = newImport()
    await (await send('importVouchers', { body })).text()
    return { params: { importId: body.importId } }
  },
  publishWebsite: async () => ({ body: { version: await savedVersion() } }),
  saveWebsite: async () => ({ body: { website: websiteOf(), version: await savedVersion() } }),
  undoVoucherEntry: redemption,
  welcome: async () => {
    await world.rows('update site set had_owner = false')
    const password = 'seven herons stand in the water'
    return { body: { setupCode: ENVIRONMENT.SETUP_CODE, email: `${randomUUID()}@example.com`, password } }
  },
  uploadPicture: async () => ({
    headers: { ...desk.headers, 'content-type': 'image/png' },
    body: new Uint8Array(await pictureOf(Math.ceil(Math.random() * 200))),
  }),
}

/** Records that a voucher or order is cancelled. Returns the id of the cancellation. */
async function cancelled(recordId: string): Promise<string> {
  const { id } = await recordCancellation(world.services, {
    recordId,
    sentOn: nextDays(0),
    actor: randomUUID(),
  })
  return id
}

async function cancelledOrder(...steps: ('ready' | 'collected')[]): Promise<string> {
  const { id: orderId } = await orderOf(world)
  for (const fulfilment of steps)
    await changeFulfilment(world.services, { orderId, fulfilment, actor: randomUUID() })
  return await cancelled(orderId)
}

/** More requests, to functions that have several ways to write, and to those that have no endpoint. */
const MORE_WRITES: Record<string, () => Prepared | Promise<Prepared>> = {
  'changeAddress of an order': async () => ({
    body: { kind: 'order', id: (await orderOf(world)).id, email: 'corrected@example.com' },
  }),
  'changeAddress of a request': async () => {
    const { params } = await appointment()
    return { body: { kind: 'appointment', id: params.id, email: `corrected-${params.id}@example.com` } }
  },
  'changeAddress of a voucher that was emailed to its buyer': async () => {
    const { id } = await buyVoucher('pm_card_visa', { deliverTo: 'buyer' })
    return { body: { kind: 'voucher', id, email: 'corrected@example.com' } }
  },
  'changeBuyerEmail of an order': async () => {
    const { id } = await orderOf(world)
    const [order] = await world.rows<{ payment: string }>(
      'select payment_id as payment from orders where id = $1',
      [id],
    )
    return { body: { token: purchaseToken(order!.payment), email: 'corrected@example.com' } }
  },
  'changeRecipient of a gift that came back': async () => {
    const { body } = await sentGift({ recipientEmail: 'right@example.com' })
    await bounceLast('voucher-gift')
    return { body }
  },
  'confirmAppointment alongside another': async () => {
    const time = { date: nextDays(7 * ++weeks), time: '10:00', from: null }
    const { params, body } = await appointment(time)
    await (await send('confirmAppointment', { params, body })).text()
    return await appointment({ ...time, alongside: true })
  },
  'changeSendDate to another day': () => scheduledGift({ sendOn: nextDays(20) }),
  'extendVoucher whose holder has it by email': async () => ({
    params: { id: (await buyVoucher()).id },
    body: { expiryDate: nextDays(AFTER_VALIDITY_DAYS) },
  }),
  'findHeldVoucher with a wrong code': () => ({
    body: { code: 'NOBODYHASTHISONE', recipientEmail: `${randomUUID()}@example.com` },
  }),
  'generateVoucher on paper': () => ({ body: { ...GIVEN, paidBy: 'cash', deliverTo: 'print' } }),
  'generateVoucher without money': () => ({ body: GIVEN }),
  'login with a wrong password': async () => ({
    body: { email: (await addAdmin(world)).email, password: 'not the password' },
  }),
  'login after four wrong passwords': async () => {
    const { email } = await addAdmin(world, 'staff')
    for (let nth = 0; nth < 4; nth++)
      await send('login', { body: { email, password: 'not the password' }, address: '198.51.100.1' })
    return { body: { email, password: ADMIN_PASSWORD }, address: '198.51.100.1' }
  },
  'redeemVoucher whose holder has it by email': async () => ({
    params: { id: (await buyVoucher()).id },
    body: { amount: '5' },
  }),
  'redeemVoucher whose holder is told of an earlier use': async () => {
    const { id } = await buyVoucher()
    const change = { voucherId: id, actor: desk.adminId }
    await redeemVoucher(world.services, change, { amount: 500, description: undefined })
    return { params: { id }, body: { amount: '5' } }
  },
  'refundPayment of one without a record': unmatchedPayment,
  'refundVoucher sold at the desk': () => voucher(),
  'reissueVoucher on paper': () => voucher({}, { deliverTo: 'print' }),
  'refundVoucher given by the clinic': () => voucher({}, { paidBy: 'complimentary' }),
  'resendMail of a receipt that came back': async () => {
    await buyVoucher()
    return { params: { id: await bounceLast('voucher-receipt') }, body: {} }
  },
  'resendVoucher whose email is sent': async () => ({ params: { id: (await buyVoucher()).id }, body: {} }),
  'postmarkWebhook of a gift that came back': async () => {
    await buyVoucher()
    return bounceEvent(await lastSent('voucher-gift'))
  },
  'stripeWebhook of a payment': async () => {
    const { intentId } = await buy(world)
    return event({ type: 'payment_intent.succeeded', id: intentId })
  },
  'stripeWebhook of a refund': async () => {
    const { intentId } = await buyVoucher()
    await world.services.stripe.refunds.create({ payment_intent: intentId, amount: 500 })
    return event({ type: 'charge.refunded', payment_intent: intentId })
  },
  'settlePayments in full': async () => {
    await buy(world)
    await overdue()
    return { body: { full: true } }
  },
  hourly: async () => {
    const { params } = await voucher()
    await world.rows(
      `update gift_voucher set issued_at = now() - interval '2 years', expires_at = now() - interval '1 hour' where id = $1`,
      [params.id],
    )
    return { body: {} }
  },
}

function event({ type, ...object }: Record<string, string>): Prepared {
  const body = JSON.stringify({ object: 'event', type, data: { object }, id: 'evt_1' })
  return { body, headers: { 'stripe-signature': sign(body) } }
}

async function pictureOf(width: number) {
  const { default: sharp } = await import('sharp')
  const background = { r: width, g: Math.ceil(Math.random() * 200), b: 130 }
  return sharp({ create: { width, height: 40, channels: 3, background } })
    .png()
    .toBuffer()
}

let addresses = 0
/** Each appointment has a week of its own, or it would overlap the one before. */
let weeks = 0

const called: Partial<Record<string, Parameters<typeof callFunction>[0]>> = {
  ...functions,
  hourly,
  settlePayments,
}

async function send(name: string, { body, params, headers, address }: Prepared) {
  const found = everyEndpoint.find(([each]) => each === name)?.[1]
  const handler = called[name]
  if (!handler) throw new Error(`There is no ${name}`)
  return await callFunction(handler, {
    path: found?.path ?? `/api/${name}`,
    method: found?.method ?? 'POST',
    body,
    params: params ?? {},
    headers: headers ?? (found?.access === 'admin' ? desk.headers : { 'content-type': 'application/json' }),
    address: address ?? `2001:db8:${(++addresses).toString(16)}::1`,
  })
}

/** The number of rows of each table, and the sums of what a statement adds to. */
async function totals(): Promise<Record<string, number>> {
  const rows = await world.rows<{ what: string; sum: number }>(
    (countEach ??= await writeTotals()),
    [],
    'totals',
  )
  return Object.fromEntries(rows.map(({ what, sum }) => [what, sum]))
}

let countEach: string | undefined

async function writeTotals(): Promise<string> {
  const tables = await world.rows<{ name: string }>(
    // A customer, a key of a rate limit and a day of wrong codes may be known from an earlier run.
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not in ('customer', 'throttle', 'code_guess')`,
  )
  const counts = tables.map(({ name }) => `select '${name}' as what, count(*)::int as sum from ${name}`)
  const sums = [
    ['throttle', 'cardinality(hits)'],
    ['code_guess', 'count'],
    ['sign_in_failure', 'failures'],
    ['product', 'stock'],
    ['product', 'reserved'],
    ['product', 'version'],
    ['gift_voucher', 'balance_pence'],
    ['outbox', 'attempts'],
    ['payment', 'dispute_syncs'],
    ['appointment', 'confirmations'],
  ].map(([table, of]) => `select '${table}.${of}', coalesce(sum(${of}), 0)::int from ${table}`)
  return [...counts, ...sums].join(' union all ')
}

/** What is different in every run of a request: ids, codes, days and times. */
const VARIABLE = /[\w.@-]{16,}|(?<="codeEnd":")\w+|\d+/g

/** Prepares and sends a request. Returns the response and what it has added to the database. */
async function effectOf(
  title: string,
  prepare: () => Prepared | Promise<Prepared>,
  fault?: { after: boolean },
) {
  const prepared = await prepare()
  const before = await totals()
  if (fault) world.gateway.fault({ ...fault, times: 1000, passRepeats: true })
  const response = await send(title.split(' ')[0]!, prepared)
  const text = await response.text()
  world.gateway.clearFaults()
  const after = await totals()
  const added = Object.entries(after).filter(([what, sum]) => sum !== before[what])
  return {
    status: response.status,
    body: text.replaceAll(VARIABLE, '…'),
    added: added.map(([what, sum]) => [what, sum - (before[what] ?? 0)]),
  }
}

/** Of those that are refused. */
const STATUSES: Record<string, number> = {
  'findHeldVoucher with a wrong code': 404,
  'login with a wrong password': 401,
}

const everyWrite = Object.entries({ ...WRITES, ...MORE_WRITES })

describe('a connection to the database that dies', () => {
  it.each(everyWrite)('is no error of %s, and changes nothing twice', async (title, prepare) => {
    const usual = await effectOf(title, prepare)
    expect(usual.status).toBe(STATUSES[title] ?? 200)
    expect(await effectOf(title, prepare, { after: false }), 'before its statements ran').toEqual(usual)
    expect(await effectOf(title, prepare, { after: true }), 'after its statements ran').toEqual(usual)
  })

  it('is tested with every endpoint that writes', () => {
    const writes = everyEndpoint.filter(([name, { method }]) => method !== 'GET' && !READS.has(name))
    const untested = writes.map(([name]) => name).filter((name) => !(name in WRITES))
    const whatToDo = `Add to WRITES in this file a request that changes something, or the name to READS if it writes nothing: ${untested.join(', ')}`
    expect(untested, whatToDo).toEqual([])
  })
})
