import { randomUUID } from 'node:crypto'
import type { Stripe } from 'stripe'
import { parse } from 'valibot'
import { beforeAll, describe, expect, it } from 'vitest'
import { clinic } from '#clinic/current-clinic.ts'
import {
  moneyFigures,
  voucherFigures,
  type AccountFigure,
  type AccountLine,
  type Accounts,
  type MoneyFigure,
} from '#contract/accounts/accounts.ts'
import { readPeriod } from '#contract/accounts/period.ts'
import { formatPounds } from '#contract/base/money.ts'
import { addDays, londonDay } from '#contract/base/send-date.ts'
import { createProductPaymentIntentEndpoint } from '#contract/orders/orders.ts'
import { ImportRowSchema } from '#contract/vouchers/voucher-import.ts'
import { createPrng, type Prng } from '#local/prng.ts'
import { listAccountLines } from '#server/accounts/account-lines.ts'
import { compareAccounts } from '#server/accounts/compare-accounts.ts'
import { getAccounts } from '#server/accounts/get-accounts.ts'
import { makePack } from '#server/accounts/make-pack.ts'
import { DomainError } from '#server/domain-error.ts'
import { runSettlementJob } from '#server/jobs/settlement-job.ts'
import { refundOrder } from '#server/money/refund/refund-order.ts'
import { refundVoucher } from '#server/money/refund/refund-voucher.ts'
import { applyStripeEvent } from '#server/money/settle/apply-stripe-event.ts'
import { intentIdOf } from '#server/money/settle/intent.ts'
import { settlePayment } from '#server/money/settle/settle-payment.ts'
import { startProductPayment, startVoucherPayment } from '#server/money/start/start-payment.ts'
import { importVouchers } from '#server/vouchers/import/import-vouchers.ts'
import { takeBackImport } from '#server/vouchers/import/take-back-import.ts'
import { adjustVoucher, redeemVoucher, undoVoucherEntry } from '#server/vouchers/ledger/change-balance.ts'
import { expireVouchers } from '#server/vouchers/ledger/expire-vouchers.ts'
import { extendVoucher } from '#server/vouchers/ledger/extend-voucher.ts'
import { generateAsOwner } from '#tests/harness/generate-as-owner.ts'
import { TEST_LIMIT } from '#tests/harness/limits.ts'
import { addProductWithStock, PERSON, PRICE, purchaseOf } from '#tests/harness/order-buyer.ts'
import { csvTable, readZip } from '#tests/harness/read-pack.ts'
import { DETAILS, payStarted } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const USUAL_ROUNDS = 18
/** Months; `ROUNDS=250` for a thorough run. */
const ROUNDS = Number(process.env['ROUNDS'] ?? USUAL_ROUNDS)
const SEED = Number(process.env['SEED'] ?? 1)
const EVENTS_A_MONTH = 14
const HOUR_MS = 3_600_000

const world = useWorld({ stripeFollowsClock: true, stripeSettlesAfter: 2 ** 31 - 1 })
const ACTOR = randomUUID()
let product: string

beforeAll(async () => {
  clinic.vouchers.complimentaryPerDay = 100_000
  product = await addProductWithStock(world, 100_000)
})

/** What this test was told of money, on the day on which it should count. */
interface Told {
  day: string
  figure: MoneyFigure
  goods: boolean
  pence: number
}

interface Sold {
  /** Of the voucher or order. */
  id: string
  intentId?: string
  importId?: string
  goods: boolean
  refunds: string[]
  dispute?: { id: string; pence: number; state: 'open' | 'won' | 'lost' }
}

interface Played {
  prng: Prng
  told: Told[]
  sold: Sold[]
  /** Paid at Stripe, and not yet recorded here. */
  paid: { intentId: string; goods: boolean; pence: number; at: Date }[]
}

const at = (time: number) => world.clock.set(new Date(time))
const today = () => londonDay(world.clock.now())
const midnight = (day: string) => {
  const utc = Date.parse(day)
  return londonDay(new Date(utc - HOUR_MS)) === day ? utc - HOUR_MS : utc
}

const apply = (type: string, object: object) =>
  applyStripeEvent(world.services, { id: 'evt_1', type, data: { object } } as Stripe.Event)

/** A refusal is no mistake of the books. */
async function attempt<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof DomainError) return undefined
    throw error
  }
}

const nobody = {
  buyerName: undefined,
  buyerEmail: undefined,
  personalMessage: undefined,
  customVoucherCode: undefined,
  recipientEmail: undefined,
  deliverTo: 'print' as const,
}

const moves: Record<string, (played: Played) => Promise<void>> = {
  async pay({ prng, paid }) {
    const goods = prng.chance(0.4)
    const pence = goods ? PRICE : prng.pick([1000, 5000, 6500])
    const started = goods
      ? await startProductPayment(
          world.services,
          parse(
            createProductPaymentIntentEndpoint.body,
            purchaseOf(product, { purchaseData: { ...PERSON, email: `o${randomUUID()}@example.com` } }),
          ),
          randomUUID(),
        )
      : await startVoucherPayment(
          world.services,
          { amount: pence, voucherData: { ...DETAILS, originalAmount: pence } },
          randomUUID(),
        )
    const intentId = intentIdOf(started.clientSecret)
    const card = prng.chance(0.3) ? 'pm_card_pendingRefund' : 'pm_card_visa'
    await payStarted(world, { clientSecret: started.clientSecret, intentId }, card)
    paid.push({ intentId, goods, pence, at: world.clock.now() })
  },
  async sellAtDesk({ prng, told, sold }) {
    const paidBy = prng.pick(['cash', 'card', 'complimentary'] as const)
    const pence = prng.pick([2000, 3500, 10_000])
    const { id } = await generateAsOwner(world.services, ACTOR, {
      ...nobody,
      recipientName: 'Recipient Name',
      paidBy,
      originalAmount: pence,
    })
    sold.push({ id, goods: false, refunds: [] })
    if (paidBy !== 'complimentary')
      told.push({ day: today(), figure: `received_${paidBy}`, goods: false, pence })
  },
  async bringIn({ prng, sold }) {
    const importId = randomUUID()
    const balance = formatPounds(prng.between(100, 9000))
    const row = parse(ImportRowSchema, { code: importId.slice(0, 18), balance })
    await importVouchers(world.services, { importId, dryRun: false, rows: [row] }, ACTOR)
    const [voucher] = await world.rows<{ id: string }>('select id from gift_voucher where import_id = $1', [
      importId,
    ])
    sold.push({ id: voucher!.id, importId, goods: false, refunds: [] })
  },
  async takeBack({ prng, sold }) {
    const brought = sold.filter(({ importId }) => importId)
    if (brought.length > 0)
      await attempt(() => takeBackImport(world.services, prng.pick(brought).importId!, ACTOR))
  },
  async redeem({ prng, sold }) {
    const of = pickVoucher(prng, sold)
    if (!of) return
    const target = { voucherId: of.id, actor: ACTOR }
    const used = await attempt(() =>
      redeemVoucher(world.services, target, { amount: prng.between(100, 4000), description: undefined }),
    )
    if (used && prng.chance(0.2)) {
      world.clock.advance(prng.between(1, 4000))
      await attempt(() => undoVoucherEntry(world.services, target, { entryId: used.entry.id }))
    }
  },
  async adjust({ prng, sold }) {
    const of = pickVoucher(prng, sold)
    const amount = prng.between(-900, 900) || 1
    if (of)
      await attempt(() =>
        adjustVoucher(
          world.services,
          { voucherId: of.id, actor: ACTOR },
          { amount, description: 'A correction', adminNotes: undefined },
        ),
      )
  },
  async extend({ prng, sold }) {
    const of = pickVoucher(prng, sold)
    const day = addDays(today(), prng.between(370, 700))
    if (of) await attempt(() => extendVoucher(world.services, { voucherId: of.id, actor: ACTOR }, day))
  },
  async refund({ prng, told, sold }) {
    const of = sold.length > 0 ? prng.pick(sold) : undefined
    if (!of) return
    const day = today()
    if (of.goods) {
      const pence = prng.pick([undefined, 1000])
      const made = await attempt(() => refundOrder(world.services, { orderId: of.id, pence, actor: ACTOR }))
      if (made) told.push({ day, figure: 'refunded_online', goods: true, pence: made.refundedPence })
    } else {
      const [voucher] = await world.rows<{ paidBy: string }>(
        'select paid_by as "paidBy" from gift_voucher where id = $1',
        [of.id],
      )
      const made = await attempt(() => refundVoucher(world.services, of.id, ACTOR, {}))
      const paidBy = voucher!.paidBy
      if (made && ['online', 'cash', 'card'].includes(paidBy))
        told.push({ day, figure: `refunded_${paidBy as 'cash'}`, goods: false, pence: made.refundedPence })
    }
  },
  async refundInDashboard({ prng, told, sold }) {
    const of = pickOnline(prng, sold, ({ dispute }) => dispute === undefined)
    if (!of) return
    const charge = world.stripe.state().charges.find((one) => one.payment_intent === of.intentId && one.paid)!
    const left = charge.amount - charge.amount_refunded
    if (left <= 0) return
    const pence = prng.between(1, left)
    await world.stripe.control.refund({ intent: of.intentId!, amount: pence })
    world.clock.advance(prng.between(0, 600))
    await apply('refund.updated', { payment_intent: of.intentId })
    told.push({ day: today(), figure: 'refunded_online', goods: of.goods, pence })
  },
  async decideRefund({ prng, told, sold }) {
    const open = world.stripe.state().refunds.filter(({ status }) => status === 'pending')
    if (open.length === 0) return
    const refund = prng.pick(open)
    const ok = prng.chance(0.5)
    await world.stripe.control.settleRefund({ refund: refund.id, ok })
    await apply('refund.updated', { payment_intent: refund.payment_intent })
    const of = sold.find(({ intentId }) => intentId === refund.payment_intent)!
    if (!ok) told.push({ day: today(), figure: 'refunded_online', goods: of.goods, pence: -refund.amount })
  },
  async dispute({ prng, sold }) {
    const of = pickOnline(prng, sold, ({ dispute }) => dispute === undefined)
    if (!of) return
    const charge = world.stripe.state().charges.find((one) => one.payment_intent === of.intentId && one.paid)!
    const pence = charge.amount - charge.amount_refunded
    if (pence <= 0) return
    const { id } = await world.stripe.control.openDispute({
      intent: of.intentId!,
      inquiry: false,
      amount: pence,
    })
    of.dispute = { id, pence, state: 'open' }
    await apply('charge.dispute.updated', { payment_intent: of.intentId })
  },
  async decideDispute({ prng, told, sold }) {
    // A bank may change its mind: a lost dispute is won later.
    const of = pickOnline(prng, sold, ({ dispute }) => dispute !== undefined && dispute.state !== 'won')
    if (!of?.dispute) return
    const { id, pence, state } = of.dispute
    const next = state === 'open' ? prng.pick(['won', 'lost'] as const) : 'won'
    await world.stripe.control.setDisputeStatus({ dispute: id, status: next })
    await apply('charge.dispute.updated', { payment_intent: of.intentId })
    of.dispute.state = next
    const lost = next === 'lost' ? pence : state === 'lost' ? -pence : 0
    if (lost !== 0) told.push({ day: today(), figure: 'lost', goods: of.goods, pence: lost })
  },
  async settle(played) {
    await settleOne(played, played.prng.between(0, played.paid.length - 1))
  },
}

const WEIGHTS: Record<string, number> = {
  pay: 12,
  settle: 9,
  sellAtDesk: 5,
  bringIn: 2,
  takeBack: 1,
  redeem: 9,
  adjust: 3,
  extend: 2,
  refund: 3,
  refundInDashboard: 2,
  decideRefund: 3,
  dispute: 2,
  decideDispute: 3,
}

const pickVoucher = (prng: Prng, sold: Sold[]) => {
  const vouchers = sold.filter(({ goods }) => !goods).slice(-40)
  return vouchers.length > 0 ? prng.pick(vouchers) : undefined
}

const pickOnline = (prng: Prng, sold: Sold[], may: (one: Sold) => boolean) => {
  const online = sold.filter((one) => one.intentId && may(one)).slice(-40)
  return online.length > 0 ? prng.pick(online) : undefined
}

/** Records a payment here. It counts on the day on which it was paid, if that is done by six in the morning after it. */
async function settleOne({ paid, sold, told }: Played, nth: number): Promise<void> {
  const [payment] = paid.splice(nth, 1)
  if (!payment) return
  const settled = await settlePayment(world.services, payment.intentId)
  const { intentId, goods, pence } = payment
  if (settled.outcome === 'fulfilled') sold.push({ id: settled.voucher.id, intentId, goods, refunds: [] })
  else if (settled.outcome === 'ordered') sold.push({ id: settled.order.id, intentId, goods, refunds: [] })
  else throw new Error(`paid, and ${settled.outcome}`)
  const paidOn = londonDay(payment.at)
  const isInTime = world.clock.now().getTime() < midnight(addDays(paidOn, 1)) + 6 * HOUR_MS
  told.push({ day: isInTime ? paidOn : today(), figure: 'received_online', goods, pence })
}

const pounds = (sum: string) => Math.round(Number(sum) * 100)

async function linesOf(figure: AccountFigure, period: { from: string; to: string }, free = false) {
  const lines: AccountLine[] = []
  for (let cursor: string | undefined; ;) {
    const page = await listAccountLines(world.services, {
      figure,
      complimentary: free ? 'true' : undefined,
      cursor,
      ...period,
    })
    lines.push(...page.lines)
    cursor = page.cursor
    if (!cursor) return lines
  }
}

async function readPack(name: string): Promise<(file: string) => Record<string, string>[]> {
  const { content } = await makePack(world.services, { name, actor: ACTOR })
  const chunks: Uint8Array[] = []
  for await (const chunk of content) chunks.push(chunk)
  const files = readZip(Buffer.concat(chunks))
  return (file) => csvTable(files.get(file)!)
}

const total = (rows: Record<string, string>[], column: string) =>
  rows.reduce((sum, row) => sum + pounds(row[column]!), 0)

/** What Stripe's balance gained by payments on these days, and its fees, by a list of its own. */
async function balanceOf({ from, to }: { from: string; to: string }) {
  let [gross, fees] = [0, 0]
  for await (const row of world.services.stripe.balanceTransactions.list({ limit: 100 })) {
    const day = londonDay(new Date(row.created * 1000))
    if (day < from) break
    if (day > to) continue
    if (row.type !== 'payout') gross += row.amount
    fees += row.fee
  }
  return { gross, fees }
}

describe('the accounts of random months', () => {
  it(
    'tie from month to month, and agree with their lists, the pack, Stripe and what was told, to the penny',
    async () => {
      const played: Played = { prng: createPrng('accounts', SEED), told: [], sold: [], paid: [] }
      const { prng, told } = played
      const kept: { name: string; accounts: Accounts }[] = []
      let month = 24_312 + prng.between(0, 11)
      let before: Accounts | undefined
      let openPaid = 0
      for (let round = 0; round < ROUNDS; round++, month++) {
        const name = `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`
        const period = readPeriod(name)!
        const [start, end] = [midnight(period.from) + 9 * HOUR_MS, midnight(addDays(period.to, 1))]
        const times = Array.from({ length: EVENTS_A_MONTH }, () =>
          prng.between(start, end - HOUR_MS),
        ).toSorted((one, other) => one - other)
        for (const time of times) {
          if (time > world.clock.now().getTime() || round === 0) at(time)
          await moves[prng.pickWeighted(WEIGHTS)]!(played)
          if (prng.chance(0.3)) await expireVouchers(world.services)
        }
        // What ended earlier in the month counts in it, on the day on which the job records that.
        at(Math.max(end - HOUR_MS, world.clock.now().getTime()))
        await expireVouchers(world.services)
        // A step may have run past the end of its month, and has then written into the next one.
        const isTidy = world.clock.now().getTime() < end
        at(Math.max(end + HOUR_MS / 2, world.clock.now().getTime()))
        await expireVouchers(world.services)
        const balances = await world.rows<{ free: boolean; pence: number }>(
          `select paid_by = 'complimentary' as free, sum(balance_pence)::int as pence from gift_voucher group by 1`,
        )
        // What is recorded by six in the morning counts on the day before; some payments are recorded later.
        const early = played.paid.filter(() => prng.chance(0.5))
        let added = 0
        for (const payment of early) {
          await settleOne(played, played.paid.indexOf(payment))
          if (!payment.goods && told.at(-1)!.day <= period.to) added += payment.pence
        }
        at(Math.max(end + 7.5 * HOUR_MS, world.clock.now().getTime()))
        await runSettlementJob({ ...world.services }, { full: true })
        // It settles what is still paid and open.
        for (const payment of played.paid.splice(0)) {
          const [row] = await world.rows<{ id: string; settledAt: Date }>(
            `select coalesce(voucher.id, orders.id) as id, settled_at as "settledAt" from payment
              left join gift_voucher voucher on voucher.payment_id = payment.id left join orders on orders.payment_id = payment.id
             where stripe_payment_intent_id = $1`,
            [payment.intentId],
          )
          played.sold.push({ id: row!.id, intentId: payment.intentId, goods: payment.goods, refunds: [] })
          told.push({
            day: londonDay(row!.settledAt),
            figure: 'received_online',
            goods: payment.goods,
            pence: payment.pence,
          })
        }

        const accounts = await getAccounts(world.services, period)
        expect(accounts.completeUntil! >= period.to, 'the month is complete').toBe(true)
        kept.push({ name, accounts })

        // The closing of each is the opening of the next, and the sum of the balances then.
        if (before) {
          expect(accounts.owed.opening).toBe(before.owed.closing)
          expect(accounts.complimentary.opening).toBe(before.complimentary.closing)
        }
        before = accounts
        if (isTidy) {
          const sumOf = (free: boolean) => balances.find((one) => one.free === free)?.pence ?? 0
          expect(pounds(accounts.owed.closing)).toBe(sumOf(false) + added)
          expect(pounds(accounts.complimentary.closing)).toBe(sumOf(true))
        }

        // Money is what was told.
        for (const part of ['all', 'vouchers', 'goods'] as const)
          for (const figure of moneyFigures) {
            const some = told.filter(
              (one) =>
                one.figure === figure &&
                one.day >= period.from &&
                one.day <= period.to &&
                (part === 'all' || one.goods === (part === 'goods')),
            )
            const pence = some.reduce((sum, one) => sum + one.pence, 0)
            expect(accounts.money[part][figure], `${name} ${part} ${figure}`).toBe(formatPounds(pence))
          }

        // The lists, and the pack.
        for (const figure of moneyFigures) {
          const sum = (await linesOf(figure, period)).reduce((sum, { amount }) => sum + pounds(amount), 0)
          expect(sum, figure).toBe(pounds(accounts.money.all[figure]))
        }
        for (const figure of [...voucherFigures, 'opening', 'closing'] as const)
          for (const free of [false, true]) {
            const sum = (await linesOf(figure, period, free)).reduce(
              (sum, { amount }) => sum + pounds(amount),
              0,
            )
            expect(sum, figure).toBe(pounds((free ? accounts.complimentary : accounts.owed)[figure]))
          }
        const pack = await readPack(name)
        expect(total(pack('02-sales-and-refunds.csv'), 'Amount in pounds')).toBe(
          pounds(accounts.money.all.left),
        )
        expect(total(pack('03-redemptions.csv'), 'Amount in pounds')).toBe(
          pounds(accounts.owed.used) + pounds(accounts.complimentary.used),
        )
        const closing = pounds(accounts.owed.closing) + pounds(accounts.complimentary.closing)
        expect(total(pack('04-vouchers-outstanding.csv'), 'Left in pounds')).toBe(closing)
        const opening = pounds(accounts.owed.opening) + pounds(accounts.complimentary.opening)
        expect(total(pack('05-ledger.csv'), 'Amount in pounds')).toBe(closing - opening)
        for (const payout of pack('06-payouts.csv')) expect(payout['Difference in pounds']).toBe('0.00')

        // Stripe.
        const atStripe = (await compareAccounts(world.services, period))!
        const balance = await balanceOf(period)
        expect(atStripe.difference).toBe('0.00')
        expect(atStripe.stripe).toBe(formatPounds(balance.gross))
        expect(atStripe.fees).toBe(formatPounds(balance.fees))
        expect(total(pack('02-sales-and-refunds.csv'), 'Card fee in pounds')).toBe(balance.fees)
        const apart = atStripe.apart.reduce((sum, one) => sum + pounds(one.sum), 0)
        expect(pounds(atStripe.ours) + apart).toBe(pounds(atStripe.stripe))

        // A complete month, made again later, is the same.
        const earlier = prng.pick(kept)
        const again = await getAccounts(world.services, readPeriod(earlier.name)!)
        const { completeUntil: _now, ...figures } = again
        const { completeUntil: _then, ...former } = earlier.accounts
        expect(figures).toEqual(former)
        openPaid += early.length
      }
      // Enough has happened for the laws to mean something.
      if (ROUNDS >= USUAL_ROUNDS) {
        expect(told.some(({ figure }) => figure === 'lost')).toBe(true)
        expect(openPaid).toBeGreaterThan(0)
      }
    },
    Math.max(TEST_LIMIT, ROUNDS * 20_000),
  )
})
