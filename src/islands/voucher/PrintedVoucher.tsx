import { clinic } from '#content/clinic'
import { parsePence, shortPounds } from '#contract/money'
import { purchaseLabels } from '#contract/purchase-number'
import type { BoughtVoucher } from '#contract/vouchers'
import { BrandMark } from '../checkout/BrandMark.tsx'
import { encode } from 'uqr'

/** Messages with more characters use a smaller font. */
const LONG_MESSAGE = 160

/** The voucher on one A4 sheet, for print only: screens and screen readers have the same facts in the page. */
export function PrintedVoucher({ voucher }: { voucher: BoughtVoucher }) {
  const { address, email, name, phone, vouchers } = clinic
  const message = voucher.personalMessage ?? ''
  return (
    <div className="printed" data-print="receipt" aria-hidden>
      <PrintedCard
        amount={shortPounds(parsePence(voucher.amount) ?? 0)}
        to={voucher.recipientName}
        from={voucher.buyerName}
      />
      {message && (
        <p
          className={message.length > LONG_MESSAGE ? 'printed-words printed-words-long' : 'printed-words'}
          dir="auto"
        >
          “{message}”
        </p>
      )}
      <div className="printed-code">
        <QrCode code={voucher.voucherCode} />
        <div>
          <p className="printed-label">Voucher code</p>
          <p className="printed-letters">{voucher.voucherCode}</p>
          <p>Read it to us when you book, or bring this page with you.</p>
        </div>
        <div>
          <p className="printed-label">Valid until</p>
          <p className="printed-day">{longDay(voucher.expiryDate)}</p>
          <p>{vouchers.validMonths} months from purchase. Can be spent in parts.</p>
        </div>
      </div>
      <div className="printed-use">
        <div>
          <p className="printed-label">Use it for</p>
          <p>{vouchers.treatments.join(', ')}</p>
        </div>
        <div>
          <p className="printed-label">Book</p>
          <p>{phone.display}</p>
          <p>{email}</p>
          <p>
            {name}, {address.street}, {address.city} {address.postcode.replace(' ', '\u00a0')}
          </p>
        </div>
      </div>
      <dl className="printed-receipt">
        <dt>Receipt: amount paid</dt>
        <dd>
          £{voucher.amount} on {londonTime(voucher.timestamp)}
        </dd>
        {voucher.number && (
          <>
            <dt>{purchaseLabels.voucher}</dt>
            <dd>{voucher.number}</dd>
          </>
        )}
        <dt>Payment reference</dt>
        <dd>{voucher.reference}</dd>
      </dl>
      <img className="printed-tide" src="/drawings/fortnight.svg" alt="" />
    </div>
  )
}

/** Formats 2026-11-21 as "21 November 2026". */
const longDay = (day: string) =>
  new Date(day).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

const londonTime = (moment: string) => new Date(moment).toLocaleString('en-GB', { timeZone: 'Europe/London' })

interface Props {
  amount: string
  to: string
  from: string
}

/** The printed front of the voucher. The rosette is an <img>, not a mask, because printers rasterise masks. */
function PrintedCard({ amount, to, from }: Props) {
  return (
    <div className="printed-card">
      <img className="printed-rosette" src="/drawings/rosette.svg" alt="" />
      <svg className="printed-point" viewBox="0 0 2 2">
        <circle cx="1" cy="1" r="1" />
      </svg>
      <div className="printed-brand">
        <BrandMark />
        <span>{clinic.name}</span>
      </div>
      <p className={amount.includes('.') ? 'printed-amount printed-amount-pence' : 'printed-amount'}>
        <small>Gift voucher</small>
        {amount}
      </p>
      <div className="printed-names">
        <p>
          For <bdi>{to}</bdi>
        </p>
        <p>
          From <bdi>{from}</bdi>
        </p>
      </div>
    </div>
  )
}

/** The voucher code as a QR code in vector paths, which print sharply. Level 'Q' survives a fold or a stain. */
function QrCode({ code }: { code: string }) {
  const { data, size } = encode(code, { ecc: 'Q', border: 0 })
  return (
    <svg className="printed-qr" viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <path d={data.map(darkRuns).join('')} />
    </svg>
  )
}

/** Joins adjacent dark modules into one bar, so that no seams show between them. */
function darkRuns(row: readonly boolean[], y: number): string {
  const dots = row.map((dark) => (dark ? '1' : '0')).join('')
  return [...dots.matchAll(/1+/g)]
    .map(({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`)
    .join('')
}
