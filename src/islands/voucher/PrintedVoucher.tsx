import { clinic } from '#content/clinic'
import { parsePence, shortPounds } from '#contract/money'
import type { BoughtVoucher } from '#contract/vouchers'
import { QrCode } from './CodeDrawing.tsx'
import { PrintedCard } from './PrintedCard.tsx'

/** Above this many characters a message is set smaller. */
const LONG_MESSAGE = 160

/** One sheet of A4 to hand over: seen by the printer only. Screens and screen readers have the same beside it. */
export function PrintedVoucher({ voucher }: { voucher: BoughtVoucher }) {
  const { address, email, name, phone, vouchers } = clinic
  const words = voucher.personalMessage ?? ''
  return (
    <div className="printed" data-print="receipt" aria-hidden>
      <PrintedCard
        amount={shortPounds(parsePence(voucher.amount) ?? 0)}
        to={voucher.recipientName}
        from={voucher.buyerName}
      />
      {words && (
        <p
          className={words.length > LONG_MESSAGE ? 'printed-words printed-words-long' : 'printed-words'}
          dir="auto"
        >
          “{words}”
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
        <dt>Payment reference</dt>
        <dd>{voucher.reference}</dd>
      </dl>
      <img className="printed-tide" src="/drawings/fortnight.svg" alt="" />
    </div>
  )
}

/** 2026-11-21 as "21 November 2026". */
const longDay = (day: string) =>
  new Date(day).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

const londonTime = (moment: string) => new Date(moment).toLocaleString('en-GB', { timeZone: 'Europe/London' })
