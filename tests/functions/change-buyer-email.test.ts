import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clinic } from '#clinic/current-clinic.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { purchaseToken } from '#server/links/purchase-link.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { openDesk, type Desk } from '#tests/harness/desk.ts'
import { functions } from '#tests/harness/every-function.ts'
import { orderOf } from '#tests/harness/order-buyer.ts'
import { buy, buyVoucherOnline } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const { changeAddress, changeBuyerEmail, changeRecipient, findPurchase, giftVouchers } = functions

const world = useWorld()
let desk: Desk
let address = 0
beforeAll(async () => void (desk = await openDesk(world)))
beforeEach(async () => {
  address += 1
  world.clock.set(new Date())
  await world.rows('delete from throttle')
})

const newAddress = () => `n${randomUUID()}@example.com`
const mailsTo = (to: string) => world.mail.list().filter((mail) => mail.to === to)
const subjectsTo = (to: string) => mailsTo(to).map(({ subject }) => subject)
const CHANGED = 'We have changed your email address'
const RECEIPT = 'Your gift voucher receipt: £50.00'

async function ask(
  handler: Parameters<typeof callFunction>[0],
  body: object,
): Promise<Record<string, unknown>> {
  const response = await callFunction(handler, {
    path: '/api/purchase/email',
    body,
    address: `192.0.2.${address}`,
  })
  return { ...((await response.json()) as Record<string, unknown>), http: response.status }
}
const change = (token: string, email: string, requestId: string = randomUUID()) =>
  ask(changeBuyerEmail, { token, email, requestId })

async function boughtVoucher(details?: Record<string, unknown>) {
  const bought = await buyVoucherOnline(world, details)
  await sendEmails(world.services)
  return bought
}

async function boughtOrder() {
  const { id, email } = await orderOf(world)
  const [row] = await world.rows<{ payment: string }>(
    'select payment_id as payment from orders where id = $1',
    [id],
  )
  return { id, buyer: email, token: purchaseToken(row!.payment) }
}

const KINDS = [
  ['a voucher', 'voucher', boughtVoucher, RECEIPT],
  ['an order', 'order', boughtOrder, 'Your order'],
] as const

describe.each(KINDS)('the buyer of %s', (_, kind, buyOne, receipt) => {
  it('corrects their address, and the token in the reply opens the purchase instead of the former one', async () => {
    const { token } = await buyOne()
    const right = newAddress()
    expect(await ask(findPurchase, { token })).toMatchObject({ http: 200, canChangeEmail: true })
    const changed = await change(token, ` ${right.toUpperCase()} `)
    expect(changed).toMatchObject({
      http: 200,
      purchase: { kind, buyerEmail: right, canChangeEmail: false },
      token: expect.not.stringMatching(token) as unknown,
    })
    expect(await ask(findPurchase, { token })).toMatchObject({ http: 404 })
    expect(await ask(findPurchase, { token: changed['token'] })).toMatchObject({
      http: 200,
      buyerEmail: right,
    })
    expect(mailsTo(right)[0]!.text).toContain(`/your-purchase#${String(changed['token'])}`)
  })

  it('is told at both addresses, once: the former one learns neither the new one nor what was bought', async () => {
    const { token, buyer } = await buyOne()
    const before = subjectsTo(buyer).length
    const right = newAddress()
    await change(token, right)
    expect(subjectsTo(right)).toEqual([expect.stringContaining(receipt)])
    const [note, ...more] = mailsTo(buyer).filter(({ subject }) => subject === CHANGED)
    expect([more, subjectsTo(buyer).length]).toEqual([[], before + 1])
    for (const secret of [right, 'Buyer Name', 'First', 'Recipient Name', 'Acupressure', 'voucher', '£'])
      expect(note!.text + note!.html).not.toContain(secret)
  })

  it('gets the same reply to a repeat, and nothing is sent twice', async () => {
    const { token, buyer } = await buyOne()
    const right = newAddress()
    const requestId = randomUUID()
    const replies = [
      ...(await Promise.all([change(token, right, requestId), change(token, right, requestId)])),
      await change(token, right, requestId),
    ]
    expect(replies).toEqual([replies[0], replies[0], replies[0]])
    expect(replies[0]).toMatchObject({ http: 200 })
    expect([
      subjectsTo(right).length,
      subjectsTo(buyer).filter((subject) => subject === CHANGED).length,
    ]).toEqual([1, 1])
    expect(await change(token, newAddress(), requestId)).toMatchObject({ http: 409, code: 'request_reused' })
  })

  it('is refused a second time and told to ring or write', async () => {
    const { token } = await buyOne()
    const right = newAddress()
    const changed = await change(token, right)
    const other = newAddress()
    const refused = await change(String(changed['token']), other)
    expect(refused).toMatchObject({ http: 409, code: 'not_active' })
    expect(refused['message']).toContain(clinic.phone.display)
    expect(refused['message']).toContain(clinic.email)
    expect(await change(token, other)).toMatchObject({ http: 404 })
    expect([subjectsTo(right).length, subjectsTo(other).length]).toEqual([1, 0])
  })

  it('changes it once, however many ask at the same time', async () => {
    const { token } = await buyOne()
    const rights = [newAddress(), newAddress(), newAddress()]
    const replies = await Promise.all(rights.map((right) => change(token, right)))
    expect(replies.filter(({ http }) => http === 200)).toHaveLength(1)
    expect(rights.flatMap(subjectsTo)).toHaveLength(1)
  })

  it.each([
    [59, 200],
    [61, 409],
  ])('who paid %i minutes ago gets %i', async (minutes, http) => {
    const { id, token } = await buyOne()
    const [table, column] = kind === 'voucher' ? ['gift_voucher', 'issued_at'] : ['orders', 'placed_at']
    await world.rows(`update ${table} set ${column} = now() - $2 * interval '1 minute' where id = $1`, [
      id,
      minutes,
    ])
    expect(await ask(findPurchase, { token })).toMatchObject({ canChangeEmail: http === 200 })
    expect(await change(token, newAddress())).toMatchObject({ http })
  })

  it('who types the present address is told so beside the field, and can still correct it', async () => {
    const { token, buyer } = await buyOne()
    const before = subjectsTo(buyer)
    expect(await change(token, buyer)).toMatchObject({
      http: 400,
      fields: { email: 'This is the address that we write to already, so please enter another one' },
    })
    expect(subjectsTo(buyer)).toEqual(before)
    expect(await change(token, newAddress())).toMatchObject({ http: 200 })
  })

  it('cannot once the clinic has corrected it, and a repeat of what they sent before opens nothing', async () => {
    const { id, token } = await buyOne()
    const requestId = randomUUID()
    const mine = newAddress()
    expect(await change(token, mine, requestId)).toMatchObject({ http: 200 })
    const theirs = newAddress()
    await desk.ask(changeAddress, undefined, { kind, id, email: theirs, requestId: randomUUID() })
    expect(await change(token, mine, requestId)).toMatchObject({ http: 404 })
    const [, present] = /your-purchase#(\S+)/.exec(mailsTo(theirs)[0]!.text)!
    expect(await change(present!, newAddress())).toMatchObject({ http: 409, code: 'not_active' })
  })
})

/** Two forms that took their locks in opposite orders failed in about one of twelve rounds. */
const ROUNDS = 12

it('both addresses of a gift are corrected at the same time, and neither correction fails', async () => {
  const answers: unknown[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const { token } = await buyVoucherOnline(world)
    const toRecipient = () =>
      ask(changeRecipient, { token, recipientEmail: newAddress(), requestId: randomUUID() })
    const replies = await Promise.all([change(token, newAddress()), toRecipient(), toRecipient()])
    answers.push(...replies.map(({ http }) => http))
    address += 1
  }
  // A new address of the buyer ends the former link.
  expect(answers.filter((http) => http !== 200 && http !== 404)).toEqual([])
})

describe('a token that opens nothing', () => {
  it.each([
    ['missing', () => undefined],
    ['forged', () => `${randomUUID()}.${'A'.repeat(43)}`],
    ['cut short', (token: string) => token.slice(0, -1)],
  ])('changes nothing: %s', async (_, tokenOf) => {
    const { token, buyer } = await boughtVoucher()
    const right = newAddress()
    expect(await ask(changeBuyerEmail, { token: tokenOf(token), email: right })).toMatchObject({
      http: 404,
      code: 'not_found',
    })
    expect(await ask(findPurchase, { token })).toMatchObject({ buyerEmail: buyer })
    expect(mailsTo(right)).toEqual([])
  })
})

describe('a voucher whose buyer has corrected their own address', () => {
  it('can still be changed at once', async () => {
    const { token } = await boughtVoucher()
    const { purchase } = await change(token, newAddress())
    expect(purchase).toMatchObject({ canReissue: true })
    expect(purchase).not.toHaveProperty('heldUntil')
  })

  it('that was emailed to its buyer gets a new code, which goes to the right address only', async () => {
    const { token, buyer } = await boughtVoucher({ deliverTo: 'buyer' })
    const { voucherCode: former } = await ask(findPurchase, { token })
    const right = newAddress()
    const { purchase } = await change(token, right)
    const { voucherCode } = purchase as { voucherCode: string }
    expect(voucherCode).not.toBe(former)
    expect(mailsTo(right).map(({ text }) => text.includes(voucherCode))).toEqual([true, true])
    expect(mailsTo(buyer).map(({ text }) => text.includes(voucherCode))).not.toContain(true)
  })
})

describe('what the page shows on which the buyer has paid', () => {
  it('has the address and its token for the client secret, and nothing for the data in the receipt once the address is corrected', async () => {
    const email = newAddress()
    const { clientSecret, intentId } = await buy(world, 5000, { buyerEmail: email })
    const bySecret = async () =>
      (await ask(giftVouchers, { clientSecret }))['voucher'] as Record<string, unknown>
    const { boughtBy } = (await bySecret()) as { boughtBy: { token: string } }
    expect(boughtBy).toMatchObject({ email, canChangeEmail: true })
    const right = newAddress()
    const { token } = await change(boughtBy.token, right)
    expect(await bySecret()).toMatchObject({ boughtBy: { email: right, token, canChangeEmail: false } })
    const form = {
      buyerName: 'Buyer Name',
      buyerEmail: right,
      recipientName: 'Recipient Name',
      recipientEmail: 'recipient@example.com',
      personalMessage: 'Have a quiet hour.',
      originalAmount: '50',
      paymentIntentId: intentId,
    }
    expect(await ask(giftVouchers, form)).toMatchObject({ http: 404 })
  })
})
