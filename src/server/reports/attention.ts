import { is } from 'valibot'
import { publishedWebsite } from '#clinic/published.ts'
import type { Reply } from '#contract/base/endpoint.ts'
import { formatPounds } from '#contract/base/money.ts'
import type { enquiryCountsEndpoint } from '#contract/enquiries/admin-enquiries.ts'
import { LIMIT_PER_KIND, type Attention, type attentionEndpoint } from '#contract/reports/reports.ts'
import { WebsiteSchema } from '#contract/website/website.ts'
import type { Services } from '#server/clients/services.ts'
import {
  selectArrivedElsewhere,
  selectUndeliveredEmails,
  titleOf,
} from '#server/delivery/undelivered-emails.ts'
import {
  countOrdersToPrepare,
  selectAlerts,
  selectDifferences,
  selectDisputes,
  selectExpiring,
  selectGuessing,
  selectLateSteps,
  selectLowStock,
  selectOpen,
  selectOpenCancellations,
  selectOutages,
  selectPartLosses,
  selectPublishedWebsite,
  selectRefunds,
  selectShortfalls,
  selectUnanswered,
  selectUndelivered,
  selectUnknown,
  selectUnpaidStock,
  selectWaitingEmails,
  type PaymentRow,
} from '#server/reports/attention-queries.ts'

const isToCustomer = ({ voucherId, orderId, requestId }: Extract<Attention, { kind: 'mail' }>) =>
  voucherId !== null || orderId !== null || requestId !== null

/** Whether staff can act on it. */
export const isForStaff = (item: Attention): boolean =>
  item.kind === 'outage' ||
  item.kind === 'stock' ||
  (item.kind === 'mail' && item.state !== 'elsewhere' && isToCustomer(item)) ||
  (item.kind === 'cancellation' && item.stage === 'at_counter')

/** Returns the attention items in one round trip, most urgent first, and the counts of waiting work. */
export async function listAttention({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<Reply<typeof attentionEndpoint>> {
  const now = clock.now()
  const rows = await db.batch({
    outages: selectOutages(now),
    differences: selectDifferences(),
    unknown: selectUnknown(),
    alerts: selectAlerts(),
    disputes: selectDisputes(),
    lateSteps: selectLateSteps(now),
    open: selectOpen(now),
    refunds: selectRefunds(now),
    cancellations: selectOpenCancellations(now),
    shortfalls: selectShortfalls(now),
    partLosses: selectPartLosses(now),
    guessing: selectGuessing(now),
    undelivered: selectUndelivered(),
    waitingEmails: selectWaitingEmails(now),
    elsewhere: selectArrivedElsewhere(LIMIT_PER_KIND),
    emails: selectUndeliveredEmails(now, LIMIT_PER_KIND),
    unpaidStock: selectUnpaidStock(now),
    stock: selectLowStock(),
    expiring: selectExpiring(now),
    website: selectPublishedWebsite(),
    orders: countOrdersToPrepare(),
    unanswered: selectUnanswered(),
  })
  const isOut = (...services: string[]) => rows.outages.some(({ service }) => services.includes(service))
  return {
    items: [
      ...rows.outages.map(({ service, cause, since }): Attention => ({
        kind: 'outage',
        id: service,
        cause,
        since: since.toISOString(),
      })),
      ...rows.differences.map(({ at, expectedPence, actualPence, ...row }): Attention => ({
        kind: 'difference',
        ...row,
        at: at.toISOString(),
        expected: formatPounds(expectedPence),
        actual: formatPounds(actualPence),
      })),
      // They are late because of it.
      ...(isOut('stripe', 'jobs') ? [] : rows.lateSteps).map(({ at, what }): Attention => ({
        kind: 'run_late',
        id: 'run',
        at: at.toISOString(),
        what,
      })),
      ...rows.unknown.map((row): Attention => ({
        kind: 'payment_unknown',
        ...toPaymentFields(row),
        refundable: formatPounds(row.leftPence),
      })),
      ...rows.open.map(({ count, ...row }): Attention =>
        count === null
          ? { kind: 'payment_open', ...toPaymentFields(row) }
          : { kind: 'payments_open', id: 'open', at: row.at.toISOString(), count },
      ),
      ...rows.refunds.map(({ state, refundablePence, voucherId, orderId, ...row }): Attention => ({
        kind: 'refund',
        ...toPaymentFields(row),
        state,
        refundable: refundablePence === null ? null : formatPounds(refundablePence),
        voucherId,
        orderId,
      })),
      ...rows.cancellations.map(({ at, amountPence, ...row }): Attention => ({
        kind: 'cancellation',
        ...row,
        at: at.toISOString(),
        amount: amountPence === null ? null : formatPounds(amountPence),
      })),
      ...rows.shortfalls.map(({ pence, reference, ...row }): Attention => ({
        kind: 'shortfall',
        ...row,
        amount: formatPounds(pence),
        currency: 'gbp',
        reference,
      })),
      ...rows.partLosses.map(({ leftPence, voucherId, ...row }): Attention => ({
        kind: 'part_lost',
        ...toPaymentFields(row),
        left: formatPounds(leftPence),
        voucherId,
      })),
      ...rows.alerts.map(({ paymentId, what, leftPence, voucherId, orderId, ...row }): Attention => ({
        kind: 'fraud_alert',
        what,
        ...toPaymentFields(row),
        paymentId,
        refundable: leftPence > 0 ? formatPounds(leftPence) : null,
        voucherId,
        orderId,
      })),
      ...rows.disputes.map(({ buyerName, number, voucherId, orderId, ...row }): Attention => ({
        kind: 'dispute',
        ...toPaymentFields(row),
        buyerName: buyerName.trim(),
        number,
        voucherId,
        orderId,
        url: `https://dashboard.stripe.com/payments/${row.reference}`,
      })),
      ...rows.guessing.map(({ at, count }): Attention => ({
        kind: 'code_guessing',
        id: 'guessing',
        at: at.toISOString(),
        count,
      })),
      ...rows.undelivered.map(({ at }): Attention => ({
        kind: 'events_undelivered',
        id: 'events',
        at: at.toISOString(),
      })),
      // That none can be sent says more.
      ...(isOut('postmark') ? [] : rows.waitingEmails).map(({ id, since, count }): Attention => ({
        kind: 'emails_waiting',
        id,
        since: since.toISOString(),
        count,
      })),
      ...rows.website.flatMap((row) => websiteProblem(row, now)),
      ...[...rows.elsewhere, ...rows.emails].map(({ template, at, ...row }): Attention => ({
        kind: 'mail',
        ...row,
        at: at.toISOString(),
        what: titleOf(template),
      })),
      ...rows.unpaidStock.map((row): Attention => ({ kind: 'stock_unpaid', ...row })),
      ...rows.stock.map((row): Attention => ({ kind: 'stock', ...row })),
      ...rows.expiring.map(({ balancePence, ...row }): Attention => ({
        kind: 'voucher_expiring',
        ...row,
        balance: formatPounds(balancePence),
      })),
    ],
    waiting: { ...rows.orders[0]!, ...rows.unanswered[0]! },
  }
}

/** Counts unanswered enquiries by kind. */
export async function countUnanswered({
  db,
}: Pick<Services, 'db'>): Promise<Reply<typeof enquiryCountsEndpoint>> {
  const [counts] = await db.run(selectUnanswered())
  return { appointment: counts!.appointments, message: counts!.messages, question: counts!.inquiries }
}

/** A build takes a few minutes; the next hourly job repeats a call of the hook that did not go through. */
const BUILT_WITHIN_MS = 2 * 3_600_000

/** Returns an item if what was published last cannot be built, or has not gone live. */
function websiteProblem(row: { version: number; website: unknown; at: Date }, now: Date): Attention[] {
  const { version, at } = row
  const isBroken = !is(WebsiteSchema, row.website)
  const isLate = version !== publishedWebsite.version && now.getTime() - at.getTime() > BUILT_WITHIN_MS
  if (!isBroken && !isLate) return []
  const what = isBroken ? 'broken' : 'not_live'
  return [{ kind: 'website', id: 'website', at: at.toISOString(), what, version }]
}

const toPaymentFields = ({ id, at, pence, currency, reference }: PaymentRow) => ({
  id,
  at: at.toISOString(),
  amount: formatPounds(pence),
  currency,
  reference: reference ?? '',
})
