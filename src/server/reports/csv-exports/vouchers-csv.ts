import { sql, type Selectable } from 'kysely'
import { sortableTime } from '#server/dates.ts'
import type { GiftVoucher } from '#server/db/database.types.ts'
import { refundedPence } from '#server/db/left-pence.ts'
import { csvExport, type RowPosition } from '#server/reports/csv-exports/csv-export.ts'

type Column =
  | 'status'
  | 'paidBy'
  | 'originalPence'
  | 'balancePence'
  | 'buyerName'
  | 'buyerEmail'
  | 'recipientName'
  | 'recipientEmail'
  | 'sendOn'
  | 'expiresAt'

interface Row extends RowPosition, Pick<Selectable<GiftVoucher>, Column> {
  codeEnd: string
  refundedPence: number
  lastDay: string
  number: number | null
  reference: string | null
}

const select = sql<Row>`
  select gift_voucher.id, issued_at as at, code_end(code) as code_end, status, paid_by,
    original_pence, balance_pence, buyer_name, buyer_email, recipient_name, recipient_email, send_on, expires_at,
    (expires_at at time zone 'Europe/London')::date - 1 as last_day, number, stripe_payment_intent_id as reference,
    case when payment_id is not null then ${refundedPence('payment.id')} else coalesce((
      select -sum(pence) from voucher_entry entry where entry.voucher_id = gift_voucher.id and entry.kind = 'refund'
    ), 0)::int end as refunded_pence
  from gift_voucher left join payment on payment.id = gift_voucher.payment_id`

/** Whether its last day is over, even before the hourly job has recorded that. */
const hasLapsed = ({ status, expiresAt }: Row, now: Date) => status === 'active' && expiresAt <= now

/** Contains only the end of each code, because anyone with the whole code can redeem the voucher. */
export const vouchersCsv = csvExport(
  // Not those of an import that was taken back.
  { table: 'gift_voucher', at: 'issued_at', id: 'gift_voucher.id', where: sql`not taken_back` },
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
