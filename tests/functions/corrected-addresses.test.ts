import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays, londonDay } from '#contract/base/send-date.ts'
import { applyPostmarkEvent } from '#server/delivery/email-events.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { purchaseToken } from '#server/links/purchase-link.ts'
import { findPurchase } from '#server/purchases/find-purchase.ts'
import { changeRecipient, changeSendDate, reissuePurchase } from '#server/purchases/give-as-buyer.ts'
import { listAttention } from '#server/reports/attention.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { openDesk, type Desk } from '#tests/harness/desk.ts'
import { functions } from '#tests/harness/every-function.ts'
import { takeLoggedErrors } from '#tests/harness/no-stray-errors.ts'
import { orderOf } from '#tests/harness/order-buyer.ts'
import { buyVoucherOnline, type Bought } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const { changeAddress, contact } = functions

const world = useWorld()
let desk: Desk
beforeAll(async () => void (desk = await openDesk(world)))
beforeEach(async () => {
  world.clock.set(new Date())
  await world.rows('delete from throttle')
})

const newAddress = () => `n${randomUUID()}@example.com`
const mailsTo = (to: string) => world.mail.list().filter((mail) => mail.to === to)
const notesTo = (to: string) =>
  mailsTo(to).filter(({ subject }) => subject === 'We have changed your email address')
const correct = (kind: string, id: string, email: string) =>
  desk.ask(changeAddress, undefined, { kind, id, email, requestId: randomUUID() })
const inDays = (days: number) => addDays(londonDay(world.clock.now()), days)

async function buySent(details?: Record<string, unknown>): Promise<Bought> {
  const bought = await buyVoucherOnline(world, details)
  await sendEmails(world.services)
  return bought
}

/** The token of the link that opens the purchase now. */
async function tokenOf({ paymentId }: Bought): Promise<string> {
  const [row] = await world.rows<{ link: string }>(
    'select coalesce(link_id, id) as link from payment where id = $1',
    [paymentId],
  )
  return purchaseToken(row!.link)
}

describe('a buyer whose address the clinic corrects', () => {
  it('is told so at the former one, which learns neither the new one nor what was bought', async () => {
    const { id, buyer, recipient } = await buySent()
    const right = newAddress()
    expect(await correct('voucher', id, right)).toMatchObject({ status: 200 })
    const [note, ...more] = notesTo(buyer)
    expect([more, notesTo(right)]).toEqual([[], []])
    const { voucher } = await desk.look(id)
    for (const secret of [
      right,
      recipient,
      'Buyer Name',
      'Recipient Name',
      voucher.voucherCode,
      '£50',
      'voucher',
    ])
      expect(note!.text + note!.html).not.toContain(secret)
    expect(note!.text).toContain('please ring us on')
  })

  it('is told so of an order, and a visitor who only wrote is not', async () => {
    const order = await orderOf(world)
    expect(await correct('order', order.id, newAddress())).toMatchObject({ status: 200 })
    expect(notesTo(order.email)).toHaveLength(1)
    const email = newAddress()
    const body = {
      firstName: 'First',
      lastName: 'Last',
      email,
      subject: 'Question',
      message: 'Is there a lift?',
    }
    await callFunction(contact, { path: '/api/contact', body, address: '198.51.100.8' })
    const [message] = await world.rows<{ id: string }>('select id from contact_message where email = $1', [
      email,
    ])
    expect(await correct('message', message!.id, newAddress())).toMatchObject({ status: 200 })
    expect(notesTo(email)).toEqual([])
  })

  it('is not told so if the address stays, or if there is no such mailbox', async () => {
    const same = await buySent()
    await correct('voucher', same.id, same.buyer)
    expect(notesTo(same.buyer)).toEqual([])
    const mistyped = await buySent()
    await applyPostmarkEvent(world.services, world.mail.control.bounce(mailsTo(mistyped.buyer)[0]!.id))
    await correct('voucher', mistyped.id, newAddress())
    expect(notesTo(mistyped.buyer)).toEqual([])
  })

  it('is told so once: a note that fails neither stands in Needs attention nor goes elsewhere', async () => {
    const { id, buyer } = await buySent()
    world.mail.control.refuse(buyer)
    const right = newAddress()
    await correct('voucher', id, right)
    takeLoggedErrors()
    world.mail.control.heal()
    const { items } = await listAttention(world.services)
    expect(items.filter((item) => item.kind === 'mail' && item.voucherId === id)).toEqual([])
    await correct('voucher', id, buyer)
    await correct('voucher', id, newAddress())
    expect([notesTo(buyer).length, notesTo(right).length]).toEqual([1, 1])
  })

  it('is one of five whom an admin corrects in an hour', async () => {
    const statuses = []
    for (let nth = 0; nth < 6; nth += 1) {
      const { id } = await buySent()
      statuses.push((await correct('voucher', id, newAddress())).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })
})

describe('the link in the emails to a corrected address', () => {
  const changesOf = (token: string) => ({
    toAnother: () =>
      changeRecipient(world.services, { token, recipientEmail: newAddress(), from: undefined }, 'a'),
    toAnotherDay: () => changeSendDate(world.services, { token, sendOn: inDays(9) }, 'a'),
    replace: () => reissuePurchase(world.services, { token, recipientEmail: newAddress() }, 'a'),
  })

  it('changes no recipient, day or code for 24 hours, but shows the voucher', async () => {
    const waiting = await buySent({ sendOn: inDays(5) })
    const sent = await buySent()
    for (const bought of [waiting, sent]) await correct('voucher', bought.id, newAddress())
    const until = new Date(world.clock.now().getTime() + 24 * 3_600_000)
    for (const bought of [waiting, sent]) {
      const token = await tokenOf(bought)
      const before = await findPurchase(world.services, token, 'a')
      expect(before).toMatchObject({
        voucherCode: expect.any(String) as unknown,
        canCorrect: false,
        canReschedule: false,
        canReissue: false,
      })
      const { heldUntil = '' } = before.kind === 'voucher' ? before : {}
      expect(Math.abs(Date.parse(heldUntil) - until.getTime())).toBeLessThan(60_000)
      for (const change of Object.values(changesOf(token)))
        await expect(change()).rejects.toMatchObject({
          code: expect.stringMatching(/not_active|changed_meanwhile/),
        })
      expect(await findPurchase(world.services, token, 'a')).toEqual(before)
    }
    await expect(changesOf(await tokenOf(waiting)).toAnotherDay()).rejects.toThrow(
      /We have recently changed your email address.+please ring us on/,
    )
  })

  it('changes them again after 24 hours', async () => {
    const [waiting, sent] = [await buySent({ sendOn: inDays(5) }), await buySent()]
    for (const bought of [waiting, sent]) await correct('voucher', bought.id, newAddress())
    world.clock.advance(24 * 60 + 1)
    const changes = changesOf(await tokenOf(waiting))
    await changes.toAnother()
    expect(await changes.toAnotherDay()).toMatchObject({ sendOn: inDays(9) })
    const replaced = await changesOf(await tokenOf(sent)).replace()
    expect(replaced).toMatchObject({
      canReissue: false,
      recipientEmail: expect.not.stringContaining(sent.recipient),
    })
  })

  it('changes them at once if the address stayed', async () => {
    const { id, buyer, token } = await buySent({ sendOn: inDays(5) })
    await correct('voucher', id, buyer)
    const found = await findPurchase(world.services, token, 'a')
    expect(found).toMatchObject({ canCorrect: true, canReschedule: true })
    expect(found).not.toHaveProperty('heldUntil')
  })
})
