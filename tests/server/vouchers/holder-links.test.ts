import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays, londonDay } from '#contract/base/send-date.ts'
import { readVoucherFragment } from '#contract/vouchers/voucher-page.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { resendVoucher } from '#server/vouchers/giving/give-at-desk.ts'
import { resendHeldVouchers } from '#server/vouchers/giving/resend-held-vouchers.ts'
import { findHeldVoucher } from '#server/vouchers/holder/find-held-voucher.ts'
import { remindHolders } from '#server/vouchers/holder/holder-emails.ts'
import { redeemVoucher } from '#server/vouchers/ledger/change-balance.ts'
import { extendVoucher } from '#server/vouchers/ledger/extend-voucher.ts'
import { AFTER_VALIDITY_DAYS } from '#tests/harness/after-validity-days.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { openDesk, type Desk } from '#tests/harness/desk.ts'
import { functions } from '#tests/harness/every-function.ts'
import { buyVoucherOnline } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const { importVouchers } = functions

const world = useWorld()
let desk: Desk
beforeAll(async () => void (desk = await openDesk(world)))
beforeEach(async () => {
  world.clock.set(new Date())
  await world.rows('delete from throttle')
})

const change = (voucherId: string) => ({ voucherId, actor: randomUUID() })

const LINK = /\/voucher(#[^\s"<]+)/g

/** Returns, for each email to an address with a link to the page, whether the link shows the uses. */
async function linksTo(address: string): Promise<Record<string, boolean>> {
  const shown: Record<string, boolean> = {}
  for (const { subject, html, text } of world.mail.list().filter(({ to }) => to === address)) {
    for (const [, hash = ''] of `${html} ${text}`.matchAll(LINK)) {
      const link = readVoucherFragment(hash)
      if (!link || 'stopToken' in link) continue
      const asked = { code: link.code, recipientEmail: address, token: link.token }
      const { entries } = await findHeldVoucher(world.services, asked, randomUUID())
      expect(shown[subject] ?? entries !== undefined).toBe(entries !== undefined)
      shown[subject] = entries !== undefined
    }
  }
  return shown
}

/** Lets each kind of email to a holder leave: after a use, after another day, a reminder, and the voucher again. */
async function playLife(id: string, address: string): Promise<void> {
  await sendEmails(world.services)
  await redeemVoucher(world.services, change(id), { amount: 1000, description: undefined, tellHolder: true })
  world.clock.advance(11)
  await sendEmails(world.services)
  await resendHeldVouchers(world.services, address)
  const last = addDays(londonDay(world.clock.now()), AFTER_VALIDITY_DAYS)
  await extendVoucher(world.services, change(id), last)
  await sendEmails(world.services)
  world.clock.set(new Date(`${addDays(last, -30)}T12:00:00Z`))
  await remindHolders(world.services)
  await sendEmails(world.services)
}

// ASVS 8.2.2
describe('the link to a voucher in an email', () => {
  it('to its recipient shows each use, whatever the email', async () => {
    const { id, recipient, buyer } = await buyVoucherOnline(world)
    await playLife(id, recipient)
    const shown = await linksTo(recipient)
    expect(Object.keys(shown)).toHaveLength(4)
    expect(Object.values(shown)).toEqual(Array(4).fill(true))
    expect(await linksTo(buyer)).toEqual({})
  })

  it('to the buyer who prints it shows no uses, until it is sent to a recipient', async () => {
    const { id, buyer } = await buyVoucherOnline(world, { deliverTo: 'buyer', recipientEmail: undefined })
    await playLife(id, buyer)
    const shown = await linksTo(buyer)
    expect(Object.keys(shown)).toHaveLength(3)
    expect(Object.values(shown)).toEqual(Array(3).fill(false))
  })

  it('that is sent to its recipient after all shows each use', async () => {
    const { id } = await buyVoucherOnline(world, { deliverTo: 'buyer', recipientEmail: undefined })
    const recipientEmail = `r${randomUUID()}@example.com`
    // Its email to the buyer has not left yet, and is changed.
    await resendVoucher(world.services, change(id), { recipientEmail })
    await sendEmails(world.services)
    expect(Object.values(await linksTo(recipientEmail))).toEqual([true])
  })

  it('to somebody with a voucher on paper shows no uses', async () => {
    const recipientEmail = `r${randomUUID()}@example.com`
    const { id } = await desk.generate({ recipientEmail, deliverTo: 'print' })
    await playLife(id, recipientEmail)
    expect(Object.values(await linksTo(recipientEmail))).not.toContain(true)
  })

  it('to somebody with an imported voucher shows no uses', async () => {
    const recipientEmail = `r${randomUUID()}@example.com`
    const row = { code: 'GC-2025-00017', balance: '30', recipientEmail, holderEmails: true }
    const response = await callFunction(importVouchers, {
      path: '/api/admin/vouchers/import',
      headers: desk.headers,
      body: { importId: randomUUID(), holderEmails: true, rows: [row] },
    })
    expect(await response.json()).toMatchObject({ count: 1 })
    const [voucher] = await world.rows<{ id: string }>(
      'select id from gift_voucher where recipient_email = $1',
      [recipientEmail],
    )
    await resendVoucher(world.services, change(voucher!.id), {})
    await playLife(voucher!.id, recipientEmail)
    const shown = Object.values(await linksTo(recipientEmail))
    expect(shown.length).toBeGreaterThan(1)
    expect(shown).not.toContain(true)
  })
})
