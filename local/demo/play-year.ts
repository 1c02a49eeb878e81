import { abandonOrder, abandonVoucher, purchaseProduct, purchaseVoucher } from '#local/demo/demo-buyers.ts'
import { answerEnquiries, writeEnquiry } from '#local/demo/demo-enquiries.ts'
import {
  generateAtDesk,
  planOrder,
  planVoucher,
  releaseAlerts,
  resendEmails,
  restock,
} from '#local/demo/demo-owner.ts'
import { DAY_MS, doAt, doAtDesk, HOUR_MS, MINUTE_MS, visitTimes, type Year } from '#local/demo/year.ts'

/** How much happens in the year, beside what happens in its last days. */
export interface YearSize {
  days: number
  vouchers: number
  orders: number
  enquiries: number
  abandoned: number
}

/** Longer than a year, so that the first vouchers have expired. */
export const FULL_YEAR: YearSize = { days: 420, vouchers: 114, orders: 58, enquiries: 60, abandoned: 26 }

/** Plays everything that happens in the year, and runs the scheduled functions every day. */
export async function playYear(year: Year, size: YearSize): Promise<void> {
  const { end, timeline } = year
  planDays(year)
  for (const time of visitTimes(year, size.vouchers)) {
    if (year.prng.chance(0.62)) doAt(year, time, () => sellVoucher(year))
    else doAt(year, time, async () => doAtDesk(year, 0, () => sellAtDesk(year)))
  }
  for (const time of visitTimes(year, size.orders)) doAt(year, time, () => sellProduct(year))
  for (const time of visitTimes(year, size.enquiries)) {
    doAt(year, time, async () => {
      await writeEnquiry(year)
      doAtDesk(year, 0.4, () => answerEnquiries(year, time > end - 2 * DAY_MS ? 1 : 0))
    })
  }
  for (const time of visitTimes(year, size.abandoned).filter((at) => at < end - DAY_MS))
    doAt(year, time, () => (year.prng.chance(0.6) ? abandonVoucher(year) : abandonOrder(year)))
  planTroubles(year)
  planLastDays(year)
  await timeline.runUntil(end)
  await year.site.runScheduled()
}

/** Sells online; the voucher is used later. */
const sellVoucher = async (year: Year): Promise<void> => planVoucher(year, await purchaseVoucher(year))

const sellAtDesk = async (year: Year): Promise<void> => planVoucher(year, await generateAtDesk(year))

async function sellProduct(year: Year): Promise<void> {
  const order = await purchaseProduct(year)
  if (order !== undefined) planOrder(year, order)
}

/** Until when the owner restocks, before the end. */
const RESTOCKED_UNTIL_MS = 40 * DAY_MS

/** Every day: the scheduled functions; every third week: stock. */
function planDays(year: Year): void {
  const { start, end } = year
  // Soon after the hour at which timed gift emails are due in London.
  for (let day = Math.ceil(start / DAY_MS) * DAY_MS; day < end; day += DAY_MS)
    doAt(year, day + 9 * HOUR_MS + 2 * MINUTE_MS, () => year.site.runScheduled())
  for (let day = start; day < end - RESTOCKED_UNTIL_MS; day += 21 * DAY_MS)
    doAt(year, day, async () => doAtDesk(year, 0, () => restock(year)))
}

/** What banks and mistyped addresses bring: most of it is settled in the year, some is left for the portal. */
function planTroubles(year: Year): void {
  const { start, end, stripe, site } = year
  const part = (share: number) => start + (end - start) * share
  /** Something happens at Stripe to the latest payment to which nothing has happened yet. */
  const atStripe = async (happens: (intent: string) => Promise<unknown>) => {
    const { charges, fraudWarnings } = stripe.state()
    const warned = new Set(fraudWarnings.map(({ charge }) => charge))
    const charge = charges.findLast(
      ({ id, paid, disputed, amount_refunded: refunded }) =>
        paid && !disputed && refunded === 0 && !warned.has(id),
    )
    if (typeof charge?.payment_intent === 'string') await happens(charge.payment_intent)
    await site.deliverEvents()
  }
  const dispute = (decided?: 'won' | 'lost') =>
    atStripe(async (intent) => {
      const { id } = await stripe.control.openDispute({ intent })
      if (!decided) return
      doAt(year, year.timeline.now + 30 * DAY_MS, async () => {
        await stripe.control.setDisputeStatus({ dispute: id, status: decided })
        await site.deliverEvents()
      })
    })
  doAt(year, part(0.3), () => dispute('lost'))
  doAt(year, part(0.6), () => dispute('won'))
  doAt(year, part(0.45), async () => {
    await atStripe((intent) => stripe.control.warnOfFraud({ intent }))
    doAtDesk(year, 0, () => releaseAlerts(year))
  })
  doAt(year, end - 4 * DAY_MS, () => dispute())
  doAt(year, end - 29 * HOUR_MS, () => atStripe((intent) => stripe.control.warnOfFraud({ intent })))
  doAt(year, part(0.5), async () => {
    await purchaseVoucher(year, { isMistyped: true })
    doAtDesk(year, 1, () => resendEmails(year))
  })
  doAt(year, byDay(end - 21 * HOUR_MS), () => purchaseVoucher(year, { isMistyped: true }))
}

/** Sales and enquiries until now, however few there are in the year. */
function planLastDays(year: Year): void {
  const before = (hours: number) => byDay(year.end - hours * HOUR_MS)
  for (const hours of [52, 30, 2.4]) doAt(year, before(hours), () => sellVoucher(year))
  doAt(year, before(76), () => sellAtDesk(year))
  for (const hours of [33, 5]) doAt(year, before(hours), () => sellProduct(year))
  for (const [hours, kind] of [
    [40, 'message'],
    [27, 'question'],
    [18, 'appointment'],
    [6, 'message'],
    [1.2, 'appointment'],
  ] as const)
    doAt(year, before(hours), () => writeEnquiry(year, kind))
}

/** Returns the time, or the evening before if it is at night. */
function byDay(time: number): number {
  const hour = (time % DAY_MS) / HOUR_MS
  return hour < 7 ? time - 8 * HOUR_MS : time
}
