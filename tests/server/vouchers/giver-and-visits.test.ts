import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import { privacyPolicy } from '#content/legal/privacy-policy.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { purchaseToken } from '#server/links/purchase-link.ts'
import { claimGiftVoucher } from '#server/money/settle/claim.ts'
import { findPurchase } from '#server/purchases/find-purchase.ts'
import { exportCustomer } from '#server/reports/find-customer.ts'
import { findHeldVoucher } from '#server/vouchers/holder/find-held-voucher.ts'
import { redeemVoucher, undoVoucherEntry } from '#server/vouchers/ledger/change-balance.ts'
import { AFTER_VALIDITY_DAYS } from '#tests/harness/after-validity-days.ts'
import { buy } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const world = useWorld()
beforeEach(() => world.clock.set(new Date()))

const ADMIN = randomUUID()
const DAY = 1440

interface Giver {
  voucherId: string
  /** Returns all that the giver can look at, by path: by the code, the link, the receipt's payment, and the export. */
  look: () => Promise<Record<string, unknown>>
}

const show = (code: string, recipientEmail: string | undefined) =>
  findHeldVoucher(world.services, { code: code.replaceAll('-', ''), recipientEmail }, randomUUID())

/** Buys a voucher, whose email has left. */
async function give(details: Record<string, unknown> = {}): Promise<Giver> {
  const [buyerEmail, recipientEmail] = [`b${randomUUID()}@example.com`, `r${randomUUID()}@example.com`]
  const { clientSecret, intentId } = await buy(world, 5000, { buyerEmail, recipientEmail, ...details })
  const claim = () => claimGiftVoucher(world.services, { clientSecret }, randomUUID())
  const bought = await claim()
  if (!('voucher' in bought)) throw new Error(bought.message)
  await sendEmails(world.services)
  const [payment] = await world.rows<{ id: string }>(
    'select id from payment where stripe_payment_intent_id = $1',
    [intentId],
  )
  const { voucherCode: code, id: voucherId } = bought.voucher
  const look = async () =>
    byPath({
      byCode: await show(code, undefined),
      byCodeAndAddress: await show(code, recipientEmail),
      purchase: await findPurchase(world.services, purchaseToken(payment!.id), randomUUID()),
      claim: await claim(),
      export: await exportCustomer(world.services, { email: buyerEmail }, ADMIN),
      emails: world.mail.list().filter(({ to }) => to === buyerEmail).length,
    })
  return { voucherId, look }
}

/** Returns each single value under its path: "purchase.status". */
function byPath(value: unknown, path = ''): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return { [path]: value }
  return Object.assign(
    {},
    ...Object.entries(value).map(([name, part]) => byPath(part, path ? `${path}.${name}` : name)),
  ) as Record<string, unknown>
}

/** Returns what differs, as it was and as it is. */
function differences(before: Record<string, unknown>, after: Record<string, unknown>) {
  const paths = new Set([...Object.keys(before), ...Object.keys(after)])
  return Object.fromEntries(
    [...paths].flatMap((path) =>
      before[path] === after[path] ? [] : [[path, [before[path], after[path]] as const]],
    ),
  )
}

async function visit(voucherId: string, amount: number) {
  const used = await redeemVoucher(
    world.services,
    { voucherId, actor: ADMIN },
    { amount, description: 'Massage' },
  )
  world.clock.advance(11)
  await sendEmails(world.services)
  return used.entry.id
}

const undo = (voucherId: string, entryId: string) =>
  undoVoucherEntry(world.services, { voucherId, actor: ADMIN }, { entryId })

/** The differences that a use may make: all but when, for what, and how often. */
async function differencesOfVisits(giver: Giver, ...amounts: number[]) {
  const before = await giver.look()
  for (const amount of amounts) await visit(giver.voucherId, amount)
  // The same moment but for the minutes in which the email to the recipient leaves.
  return differences(
    { ...before, 'export.exportedAt': undefined },
    { ...(await giver.look()), 'export.exportedAt': undefined },
  )
}

// ASVS 8.2.2
describe('the giver of a voucher', () => {
  it('learns of a visit within 14 days only the sum that cancelling pays back, and what is left by the code', async () => {
    expect(await differencesOfVisits(await give(), 1500)).toEqual({
      'byCode.currentBalance': ['50.00', '35.00'],
      'byCodeAndAddress.currentBalance': ['50.00', '35.00'],
      'purchase.refundableAmount': ['50.00', '35.00'],
      'purchase.isUsed': [false, true],
      'purchase.canReissue': [true, false],
    })
  })

  it('learns of visits later only that some was used, and what is left by the code', async () => {
    const giver = await give()
    world.clock.advance(20 * DAY)
    expect(await differencesOfVisits(giver, 1500, 500)).toEqual({
      'byCode.currentBalance': ['50.00', '30.00'],
      'byCodeAndAddress.currentBalance': ['50.00', '30.00'],
      'purchase.isUsed': [false, true],
    })
  })

  it('learns no more when all of it is used', async () => {
    const giver = await give({ deliverTo: 'buyer', recipientEmail: undefined })
    world.clock.advance(20 * DAY)
    expect(await differencesOfVisits(giver, 5000)).toMatchObject({
      'byCode.currentBalance': ['50.00', '0.00'],
      'byCode.status': ['active', 'spent'],
      'purchase.isUsed': [false, true],
    })
    expect(Object.keys(await differencesOfVisits(giver))).toEqual([])
  })

  it('learns nothing of a second visit but what is left by the code, on whatever day it was', async () => {
    const giver = await give()
    world.clock.advance(20 * DAY)
    await visit(giver.voucherId, 1000)
    const paths = Object.keys(await differencesOfVisits(giver, 1000))
    expect(paths).toEqual(['byCode.currentBalance', 'byCodeAndAddress.currentBalance'])
    const before = await giver.look()
    world.clock.advance(DAY)
    expect(Object.keys(differences(before, await giver.look()))).toEqual(['export.exportedAt'])
  })

  it('learns nothing of a visit that was undone', async () => {
    const giver = await give()
    world.clock.advance(20 * DAY)
    const before = await giver.look()
    await undo(giver.voucherId, await visit(giver.voucherId, 5000))
    expect(Object.keys(differences(before, await giver.look()))).toEqual(['export.exportedAt'])
  })

  it('is told so in the privacy policy and in docs/owner.md', async () => {
    const { look } = await give()
    const soon = Object.keys(await look())
    world.clock.advance(20 * DAY)
    const later = Object.keys(await look())
    const policy = JSON.stringify(privacyPolicy)
    const owner = readFileSync('docs/owner.md', 'utf8')
    const [byCode, uses] = [['byCode.currentBalance', 'byCode.expiryDate'], /^byCode\w*\.entries/]
    expect(soon).toEqual(expect.arrayContaining(byCode))
    expect(soon.filter((path) => uses.test(path))).toEqual([])
    expect(policy).toContain('can see on this website what is left on it and until when it is valid.')
    expect(policy).toMatch(/used is shown only by the link in our emails to the person who has the voucher/)
    expect(owner).toMatch(/holders see what is left and until when\./)
    expect(owner).toMatch(/Only the link in our emails to the recipient shows when/)
    const sum = 'purchase.refundableAmount'
    expect([soon.includes(sum), later.includes(sum), later.includes('purchase.isUsed')]).toEqual([
      true,
      false,
      true,
    ])
    expect(policy).toMatch(/paid back while it can be cancelled, and later only whether some of it was used/)
    expect(owner).toMatch(/paid back as long as they can cancel, and later only whether some was used/)
  })

  it('learns nothing of visits after the last day, either', async () => {
    const [used, unused] = [await give(), await give()]
    await visit(used.voucherId, 5000)
    world.clock.advance(AFTER_VALIDITY_DAYS * DAY)
    const statusOf = async ({ look }: Giver) => (await look())['purchase.status']
    expect([await statusOf(used), await statusOf(unused)]).toEqual(['expired', 'expired'])
  })
})
