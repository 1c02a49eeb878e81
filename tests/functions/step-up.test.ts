import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { londonDay } from '#contract/base/send-date.ts'
import { redeemVoucher } from '#server/vouchers/ledger/change-balance.ts'
import { ADMIN_PASSWORD, type SignedIn } from '#tests/harness/admin-session.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { GIVEN, openDesk, type Desk } from '#tests/harness/desk.ts'
import { everyEndpoint } from '#tests/harness/every-endpoint.ts'
import { functions } from '#tests/harness/every-function.ts'
import { useWorld } from '#tests/harness/world.ts'

const world = useWorld()

type Name = keyof typeof functions

let owner: Desk
beforeAll(async () => {
  owner = await openDesk(world)
})

/** What the owner of the project decided to ask again for: whatever moves money, people or data. */
const ASKED = new Set<Name>([
  'refundVoucher',
  'refundOrder',
  'refundPayment',
  'extendVoucher',
  'reissueVoucher',
  'changeAddress',
  'recordCancellation',
  'takeBackImport',
  'releaseAlert',
  'exportCsv',
  'pack',
  'exportCustomer',
  'eraseCustomer',
  'changeProduct',
  'invitePerson',
  'changePerson',
  'removePerson',
  'renamePasskey',
  'removePasskey',
  'resetPasskeys',
  'newRecoveryCodes',
  'requirePasskeys',
])

const TODAY = londonDay(new Date())
const SALE = { ...GIVEN, paidBy: 'cash' }
const ROW = { code: 'PAPER-0001', balance: '10.00', expiryDate: '2030-01-01' }

/** Where it depends on what is asked. */
const BY_BODY: [Name, boolean, object][] = [
  ['adjustVoucher', true, { amount: '0.01', description: 'One penny up' }],
  ['adjustVoucher', false, { amount: '-0.01', description: 'One penny down' }],
  ['generateVoucher', true, { ...GIVEN, paidBy: 'complimentary' }],
  ['generateVoucher', false, { ...SALE, originalAmount: 100 }],
  ['generateVoucher', true, { ...SALE, originalAmount: 100.01 }],
  ['resendVoucher', true, { recipientEmail: 'else@example.com' }],
  ['resendVoucher', false, {}],
  ['resendMail', true, { recipientEmail: 'else@example.com' }],
  ['resendMail', false, {}],
  ['importVouchers', true, { importId: randomUUID(), rows: [ROW] }],
  ['importVouchers', false, { importId: randomUUID(), rows: [ROW], dryRun: true }],
  ['recordGoods', true, { what: 'back', on: TODAY, deduct: '1.00', reason: 'A stain' }],
  ['recordGoods', false, { what: 'back', on: TODAY }],
  ['publishWebsite', true, { version: 1 }],
  ['publishWebsite', false, { version: 1, isRepeat: true }],
]

const byBody = new Set(BY_BODY.map(([name]) => name))
/** They judge in their own way: see passkeys.test.ts and own-account.test.ts. */
const OWN_WAY = new Set<Name>(['addPasskey', 'changePassword', 'logout', 'endSession', 'endOtherSessions'])

async function ask(name: Name, { headers }: Pick<SignedIn, 'headers'>, body: unknown = {}) {
  const { method, path } = everyEndpoint.find(([listed]) => listed === name)![1]
  const ids = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, word]) => [word!, randomUUID()]))
  const params = {
    ...ids,
    file: 'orders.csv',
    version: '1',
    ...(name.endsWith('Passkey') && { id: 'x'.repeat(32) }),
  }
  const response = await callFunction(functions[name], { path, method, headers, body, params })
  const text = await response.text()
  return { status: response.status, isAsked: text.includes('"step_up_required"'), text }
}

const age = ({ adminId }: SignedIn, minutes: number) =>
  world.rows(
    `update admin_session set proved_at = now() - make_interval(mins => $2, secs => -5) where admin_id = $1`,
    [adminId, minutes],
  )

// ASVS 7.5.1, 7.5.3
describe('each endpoint of the portal', () => {
  const portal = everyEndpoint.flatMap(([name, { access }]) => (access === 'admin' ? [name] : []))

  it.each(portal.filter((name) => !byBody.has(name) && !OWN_WAY.has(name)))(
    '%s asks again, or is everyday work',
    async (name) => {
      await age(owner, 6)
      expect((await ask(name, owner)).isAsked).toBe(ASKED.has(name))
      await age(owner, 5)
      expect((await ask(name, owner)).isAsked).toBe(false)
    },
  )

  it.each(BY_BODY)('%s asks again: %s with %j', async (name, isAsked, body) => {
    const desk = await openDesk(world)
    await age(desk, 6)
    const answer = await ask(name, desk, body)
    expect([answer.isAsked, answer.text]).toEqual([isAsked, answer.text])
    await age(desk, 5)
    expect((await ask(name, desk, body)).isAsked).toBe(false)
  })
})

const prove = (desk: Desk) => ask('stepUp', desk, { by: 'password', password: ADMIN_PASSWORD })

describe('sales at the desk', () => {
  it('are asked about once £100 have been sold since the last proof, and repeated after it', async () => {
    const desk = await openDesk(world)
    await age(desk, 60)
    const sale = (originalAmount: number, requestId = randomUUID()) =>
      ask('generateVoucher', desk, { ...SALE, originalAmount, requestId })
    expect((await sale(60)).status).toBe(200)
    const requestId = randomUUID()
    expect(await sale(60, requestId)).toMatchObject({ status: 403, isAsked: true })
    expect((await prove(desk)).status).toBe(200)
    expect((await sale(60, requestId)).status).toBe(200)
    // Within five minutes of the proof without a limit, and counted from it afterwards.
    expect((await sale(200)).status).toBe(200)
    const [sold] = await world.rows<{ count: string }>(
      `select count(*) from voucher_entry where kind = 'issue' and actor = $1`,
      [desk.adminId],
    )
    expect(sold?.count).toBe('3')
  })

  it('at the same time are counted exactly', async () => {
    const desk = await openDesk(world)
    await age(desk, 60)
    const sales = Array.from({ length: 5 }, () =>
      ask('generateVoucher', desk, { ...SALE, originalAmount: 50 }),
    )
    const answers = await Promise.all(sales)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(answers.filter(({ isAsked }) => isAsked)).toHaveLength(3)
  })
})

describe('an Undo', () => {
  it('of today needs no proof, and one of an earlier day does', async () => {
    const desk = await openDesk(world)
    const change = async (now: Date) => {
      world.clock.set(now)
      const { id } = await desk.generate({ originalAmount: 60 })
      const amount = { amount: 1000, description: undefined }
      const { entry } = await redeemVoucher(world.services, { voucherId: id, actor: desk.adminId }, amount)
      return { id, entryId: entry.id }
    }
    const undo = ({ id, entryId }: Awaited<ReturnType<typeof change>>) =>
      desk.ask(functions.undoVoucherEntry, id, { entryId, requestId: randomUUID() })
    const [today, yesterday] = [await change(new Date()), await change(new Date(Date.now() - 86_400_000))]
    await age(desk, 6)
    expect((await undo(today)).status).toBe(200)
    expect(await undo(yesterday)).toMatchObject({ status: 403, code: 'step_up_required' })
    expect((await prove(desk)).status).toBe(200)
    expect((await undo(yesterday)).status).toBe(200)
  })
})

describe('a session that was stolen an hour ago', () => {
  it('moves no money, exports nothing and publishes nothing', async () => {
    const desk = await openDesk(world)
    const { id } = await desk.generate({ originalAmount: 40, paidBy: 'cash' })
    await age(desk, 60)
    const before = await world.counts()
    const left = await world.rows('select balance_pence, code from gift_voucher where id = $1', [id])
    for (const name of ASKED) expect([name, (await ask(name, desk)).isAsked]).toEqual([name, true])
    await desk.ask(functions.refundVoucher, id, {})
    await desk.ask(functions.adjustVoucher, id, { amount: 10, description: 'For the thief' })
    await desk.ask(functions.reissueVoucher, id, {})
    expect(await world.rows('select balance_pence, code from gift_voucher where id = $1', [id])).toEqual(left)
    expect(await world.counts()).toEqual(before)
  })
})
