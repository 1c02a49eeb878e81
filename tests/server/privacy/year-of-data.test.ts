import { expect, it, vi } from 'vitest'
import { KEPT_DATA, KEPT_FOR } from '#clinic/kept-data.ts'
import { createReset, removeAdmin } from '#server/auth/admins.ts'
import { accountKey } from '#server/auth/secret-tokens.ts'
import { systemClock } from '#server/clients/services.ts'
import { hashAddress } from '#server/hash-address.ts'
import { runHourlyJob } from '#server/jobs/hourly-job.ts'
import { settlePayment } from '#server/money/settle/settle-payment.ts'
import { settlePayments } from '#server/money/settle/settle-payments.ts'
import { recipientKey } from '#server/recipient-key.ts'
import { redeemVoucher } from '#server/vouchers/ledger/change-balance.ts'
import { addAdmin, signInAs } from '#tests/harness/admin-session.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { functions } from '#tests/harness/every-function.ts'
import { generateAsOwner } from '#tests/harness/generate-as-owner.ts'
import { TEST_LIMIT } from '#tests/harness/limits.ts'
import { addProductWithStock, purchaseOf, startPaying } from '#tests/harness/order-buyer.ts'
import { order, payStarted, type Started } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const world = useWorld({ stripeFollowsClock: true })
vi.spyOn(systemClock, 'now').mockImplementation(() => world.clock.now())

const HOUR = 60
const DAY = 24 * HOUR
const MONTH = 30.4 * DAY
const MONTHS_OF_VISITORS = 14
/** The longest period that ends by the clock is two years. */
const MONTHS = 27
const IS_NIGHTLY = process.env['NIGHTLY'] === '1'
/** Months from one run of the jobs to the next, and from one month with visitors to the next. */
const [STEP, VISITORS_STEP] = IS_NIGHTLY ? [1, 1] : [3, 6]
/** The job runs once an hour, and a count of failed sign-ins is as old as the end of its wait. */
const TOLERANCE = '75 minutes'

type Line = keyof typeof KEPT_DATA

/** How long a line of the policy promises to keep data after it has ended; null without a last day. */
const PERIODS: Record<Line, (keyof typeof KEPT_FOR)[] | null> = {
  vouchers: null,
  orders: null,
  payments: null,
  unpaidPurchases: ['unpaidPurchase'],
  enquiries: ['answeredEnquiry', 'unansweredEnquiry'],
  emails: ['email'],
  addresses: ['address'],
  failedSignIns: ['failedSignIn'],
  staff: null,
  sessions: ['endedSession'],
  logs: null,
}

/** The line of the policy that allows a person's data in its tables, and until when. */
interface Reason {
  line: Line
  ended?: Date
  keptFor?: keyof typeof KEPT_FOR
  /** Emails to this person may have it, too. */
  inEmailsTo?: string
}

/** What identifies one person and nobody else, as part of any text: a made-up word, or a hash. */
const marks = new Map<string, Reason[]>()
const give = (mark: string, reasons: Reason[]) => {
  marks.set(mark, [...(marks.get(mark) ?? []), ...reasons])
}
const now = () => world.clock.now()
const endsNow = (line: Line, minutes = 0): Reason => ({
  line,
  ended: new Date(now().getTime() + minutes * 60_000),
})

let people = 0
/** A person of the month, with a word that stands in all that they type, and an address. */
function somebody(kind: string) {
  const number = people++
  const word = `${kind}${number}q`
  const email = `${word}@example.org`
  return { word, email, address: `198.51.${number >> 8}.${number & 255}`, keys: [recipientKey(email)] }
}
type Somebody = ReturnType<typeof somebody>

const nameOf = ({ word, email }: Somebody) => ({ firstName: `F${word}`, lastName: `L${word}`, email })

/** Reasons of the keyed hashes with which the requests of this moment were counted. */
function counted({ address, keys }: Somebody, minutesLater = 0) {
  for (const key of [hashAddress(address), ...keys]) give(key, [endsNow('addresses', minutesLater)])
}

async function post(
  name: keyof typeof functions,
  path: string,
  { address }: Somebody,
  body: object,
): Promise<{ clientSecret: string }> {
  const response = await callFunction(functions[name], { path, body, address })
  expect(response.status, `${path}: ${await response.clone().text()}`).toBeLessThan(300)
  return (await response.json()) as never
}

async function startVoucher(buyer: Somebody, recipient: Somebody): Promise<Started> {
  const { clientSecret } = await post(
    'createPaymentIntent',
    '/api/create-payment-intent',
    buyer,
    order('50', {
      buyerName: `N${buyer.word}`,
      buyerEmail: buyer.email,
      recipientName: `N${recipient.word}`,
      recipientEmail: recipient.email,
      personalMessage: `Dear ${recipient.word}, your ${buyer.word}`,
    }),
  )
  return { clientSecret, intentId: clientSecret.slice(0, clientSecret.indexOf('_secret_')) }
}

const startGoods = (buyer: Somebody, product: string) =>
  startPaying(
    purchaseOf(product, {
      purchaseData: {
        ...nameOf(buyer),
        shippingAddress: { line1: `2 ${buyer.word} Street`, city: 'Liverpool', postcode: 'L1 0AB' },
      },
    }),
    buyer.address,
  )

const actor = '00000000-0000-4000-8000-000000000001'

/** Everything that visitors and staff do within a month. */
async function spendMonth(product: string): Promise<void> {
  const buyer = somebody('buyer')
  const recipient = somebody('recipient')
  const bought = await startVoucher(buyer, recipient)
  await payStarted(world, bought)
  const settled = await settlePayment(world.services, bought.intentId)
  if (settled.outcome !== 'fulfilled') throw new Error(settled.outcome)
  const used = {
    amount: 1000,
    description: `For ${recipient.word}`,
    tellHolder: true,
    adminNotes: buyer.word,
  }
  await redeemVoucher(world.services, { voucherId: settled.voucher.id, actor }, used)
  for (const { word } of [buyer, recipient])
    give(word, [{ line: 'vouchers' }, { line: 'payments' }, { line: 'emails', inEmailsTo: recipient.email }])
  counted(buyer)

  const atDesk = somebody('desk')
  await generateAsOwner(world.services, actor, {
    paidBy: 'cash',
    recipientName: `N${atDesk.word}`,
    recipientEmail: atDesk.email,
    originalAmount: 3000,
    customVoucherCode: undefined,
    buyerName: `B${atDesk.word}`,
    buyerEmail: `b${atDesk.email}`,
    personalMessage: `From ${atDesk.word}`,
  })
  give(atDesk.word, [{ line: 'vouchers' }, { line: 'emails' }])

  const orderer = somebody('orderer')
  const ordered = await startGoods(orderer, product)
  await payStarted(world, ordered)
  expect(await settlePayment(world.services, ordered.intentId)).toMatchObject({ outcome: 'ordered' })
  give(orderer.word, [{ line: 'orders' }, { line: 'payments' }, { line: 'emails' }])
  counted(orderer)

  // They close half an hour later.
  const left = somebody('left')
  const other = somebody('other')
  await startVoucher(left, other)
  for (const { word } of [left, other]) give(word, [endsNow('unpaidPurchases', HOUR)])
  counted(left, HOUR)
  const reserving = somebody('reserving')
  await startGoods(reserving, product)
  give(reserving.word, [endsNow('unpaidPurchases', HOUR)])
  counted(reserving, HOUR)

  for (const isAnswered of [true, false]) {
    const writer = somebody(isAnswered ? 'answered' : 'unanswered')
    const { word, email } = writer
    const sender = { ...nameOf(writer), phone: '0151 496 0777' }
    await post('contact', '/api/contact', writer, { ...sender, subject: `S${word}`, message: `M${word}` })
    await post('appointments', '/api/appointments', writer, { ...sender, service: 'massage', reason: word })
    await post('productInquiries', '/api/product-inquiries', writer, {
      ...sender,
      productId: product,
      message: word,
    })
    if (isAnswered)
      for (const table of ['contact_message', 'appointment', 'product_inquiry'])
        await world.rows(`update ${table} set answered_at = $2, note = 'Note' where email = $1`, [
          email,
          now(),
        ])
    const keptFor = isAnswered ? 'answeredEnquiry' : 'unansweredEnquiry'
    give(word, [{ ...endsNow('enquiries'), keptFor }, { line: 'emails' }])
    counted(writer)
  }

  const looker = somebody('looker')
  await callFunction(functions.findHeldVoucher, {
    path: '/api/voucher',
    body: { code: 'ABCDEFGH23456789', recipientEmail: looker.email },
    address: looker.address,
  })
  await post('resendHeldVouchers', '/api/voucher/resend', looker, { email: looker.email })
  await post('resendPurchases', '/api/purchase/resend', looker, { email: looker.email })
  give(looker.word, [])
  counted(looker)

  const guesser = somebody('guesser')
  expect((await signInAs(guesser.email, { password: 'a guess', address: guesser.address })).status).toBe(401)
  give(guesser.word, [])
  give(accountKey(guesser.email), [endsNow('failedSignIns')])
  give(hashAddress(guesser.address), [endsNow('failedSignIns')])
  counted(guesser)
}

/** A person of the staff who signs in. */
async function startWork() {
  const staff = somebody('staff')
  const { id } = await addAdmin(world, 'staff')
  await world.rows('update admin_user set email = $2, name = $2 where id = $1', [id, staff.email])
  expect((await signInAs(staff.email, { address: staff.address })).status).toBe(200)
  await createReset(world.services, id)
  const secrets = await world.rows<{ hash: string; ended: Date }>(
    `select secret_hash as hash, expires_at as ended from admin_session where admin_id = $1
     union all select secret_hash, expires_at from admin_device where admin_id = $1
     union all select token_hash, expires_at from password_reset where admin_id = $1`,
    [id],
  )
  expect(secrets).toHaveLength(3)
  for (const { hash, ended } of secrets) give(hash, [{ line: 'sessions', ended }])
  give(accountKey(staff.email), [endsNow('failedSignIns')])
  give(hashAddress(staff.address), [endsNow('failedSignIns')])
  counted(staff)
  give(staff.email, [{ line: 'staff' }, { line: 'emails' }])
  return staff
}

/** Lines with a last day, each with a table in which a mark was found. All must be there, or the test shows nothing. */
const seen = new Set<string>()

/** Returns every mark of a person that stands in a table where, or when, no line of the policy has it. */
async function findBrokenPromises(tables: string[]): Promise<string[]> {
  const found = await world.rows<{ table: string; mark: string }>(
    tables
      .map(
        (table) =>
          `select distinct '${table}' as table, mark from ${table} kept, unnest($1::text[]) mark
           where strpos(lower(kept::text), lower(mark)) > 0`,
      )
      .join(' union all '),
    [[...marks.keys()]],
  )
  const limits = Object.fromEntries(
    await Promise.all(
      Object.values(KEPT_FOR).map(async (period) => {
        const [row] = await world.rows<{ at: Date }>(
          'select $1::timestamptz - $2::interval - $3::interval as at',
          [now(), period, TOLERANCE],
        )
        return [period, row!.at] as const
      }),
    ),
  )
  const mails = world.mail.list()
  const isAllowed = (table: string, mark: string) =>
    marks.get(mark)!.some(({ line, ended, keptFor, inEmailsTo = '' }) => {
      if (!(KEPT_DATA[line].tables as readonly string[]).includes(table)) return false
      const [first, ...others] = PERIODS[line] ?? []
      if (!first) return true
      const period = KEPT_FOR[keptFor ?? (others.length === 0 ? first : failWithout(line))]
      const end =
        line === 'emails'
          ? // The last one that left and names them.
            new Date(
              mails.find((mail) => mail.to === inEmailsTo || JSON.stringify(mail).includes(mark))?.sentAt ??
                0,
            )
          : ended
      if (!end || end < limits[period]!) return false
      seen.add(`${line} ${table}`)
      return true
    })
  return found
    .filter(({ table, mark }) => !isAllowed(table, mark))
    .map(({ table, mark }) => `${mark} is still in ${table}`)
}

const failWithout = (line: Line): never => {
  throw new Error(`${line} has several periods`)
}

async function runJobs(): Promise<void> {
  await settlePayments(world.services, { full: true })
  await runHourlyJob(world.services)
}

it(
  'through two years, no table has anything of a person for longer than the privacy policy says',
  { timeout: 4 * TEST_LIMIT },
  async () => {
    await addAdmin(world)
    const product = await addProductWithStock(world, 1000)
    const tables = (
      await world.rows<{ table: string }>(
        `select table_name as table from information_schema.tables
         where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely%'`,
      )
    ).map(({ table }) => table)
    let staff: Somebody | undefined
    const pass = async (minutes: number, month: number) => {
      world.clock.advance(minutes)
      await runJobs()
      expect(await findBrokenPromises(tables), `month ${month}`).toEqual([])
    }
    for (let month = 1; month <= MONTHS; month += STEP) {
      const hasVisitors = month <= MONTHS_OF_VISITORS && (month - 1) % VISITORS_STEP === 0
      if (hasVisitors) {
        await spendMonth(product)
        if (staff) {
          await removeAdmin(world.services, staff.email)
          // Their name stays, their address does not.
          marks.set(staff.email, [{ line: 'emails' }])
        }
        staff = await startWork()
        // Before any job has run.
        expect(await findBrokenPromises(tables)).toEqual([])
      }
      const soon = hasVisitors ? [HOUR, DAY + 2 * HOUR] : []
      for (const minutes of soon) await pass(minutes, month)
      await pass(STEP * MONTH - soon.reduce((sum, minutes) => sum + minutes, 0), month)
    }
    const promised = Object.keys(PERIODS) as Line[]
    const expected = promised.flatMap((line) =>
      PERIODS[line] ? KEPT_DATA[line].tables.map((table) => `${line} ${table}`) : [],
    )
    // What Postmark tells of an email has only ids and times.
    expect([...seen, 'emails email_event'].toSorted()).toEqual(expected.toSorted())
  },
)
