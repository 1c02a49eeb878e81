import { sql, type InferResult } from 'kysely'
import { sortableTime } from '#server/dates.ts'
import { query } from '#server/db/db.ts'
import { refundedPence } from '#server/money/rules/refundable-pence.ts'
import { csvExport } from '#server/reports/csv-exports/csv-export.ts'
import { LAST_DAY } from '#server/vouchers/rules/voucher-facts.ts'

const select = query
  .selectFrom('giftVoucher as voucher')
  .leftJoin('payment', 'payment.id', 'voucher.paymentId')
  .select(['voucher.id', 'number', 'issuedAt as at', 'status', 'paidBy', 'originalPence', 'balancePence'])
  .select(['buyerName', 'buyerEmail', 'recipientName', 'recipientEmail'])
  .select(['sendOn', 'expiresAt', LAST_DAY.as('lastDay')])
  .select(['stripePaymentIntentId as reference', sql<string>`code_end(code)`.as('codeEnd')])
  .select(
    sql<number>`case when payment_id is not null then ${refundedPence('payment.id')} else coalesce((
      select -sum(pence) from voucher_entry entry where entry.voucher_id = voucher.id and entry.kind = 'refund'
    ), 0)::int end`.as('refundedPence'),
  )

/** Whether its last day is over, even before the hourly job has recorded that. */
const hasLapsed = ({ status, expiresAt }: InferResult<typeof select>[number], now: Date) =>
  status === 'active' && expiresAt <= now

/** Contains only the end of each code, because anyone with the whole code can redeem the voucher. */
export const vouchersCsv = csvExport(
  // Not those of an import that was taken back.
  { table: 'gift_voucher', at: 'issued_at', id: 'voucher.id', where: sql`not taken_back` },
  select,
  {
    Issued: ({ at }) => ({ date: sortableTime(at) }),
    'Code ends in': ({ codeEnd }) => ({ codeEnd }),
    Status: (row, now) => (hasLapsed(row, now) ? 'expired' : row.status),
    'Paid by': ({ paidBy }) => paidBy,
    'Amount in pounds': ({ originalPence }) => ({ pounds: originalPence }),
    'Balance in pounds': (row, now) => ({ pounds: hasLapsed(row, now) ? 0 : row.balancePence }),
    'Refunded in pounds': ({ refundedPence }) => ({ pounds: refundedPence }),
    'Bought by': ({ buyerName }) => buyerName,
    "Buyer's email": ({ buyerEmail }) => buyerEmail,
    Recipient: ({ recipientName }) => recipientName,
    "Recipient's email": ({ recipientEmail }) => recipientEmail,
    'Send date': ({ sendOn }) => ({ date: sendOn }),
    'Last valid day': ({ lastDay }) => ({ date: lastDay }),
    'Purchase number': ({ number }) => number,
    'Payment reference': ({ reference }) => reference,
  },
)
