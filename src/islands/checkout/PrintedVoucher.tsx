import { encodeQR } from 'qr'
import { clinic } from '#content/clinic.ts'
import { parsePence, shortPounds } from '#contract/money.ts'
import { BrandMark } from '#islands/checkout/BrandMark.tsx'
import { printedDay } from '#islands/checkout/voucher-facts.ts'

/** Messages with more characters use a smaller font. */
const LONG_MESSAGE = 160

interface Props {
  voucher: {
    voucherCode: string
    recipientName: string
    buyerName?: string | undefined
    personalMessage?: string | undefined
    expiryDate: string
  }
  /** What the voucher is worth: pounds, as in the API. */
  amount: string
  /** Whether this is the sheet that prints, if the page has two. */
  isChosen?: boolean
}

/**
 * The voucher on one A4 sheet to hand over, for print only: screens and screen readers have the same facts in the page.
 * What was paid is on the receipt, a sheet of its own.
 */
export function PrintedVoucher({ voucher, amount, isChosen = true }: Props) {
  const { address, email, name, phone, vouchers } = clinic
  const message = voucher.personalMessage ?? ''
  return (
    <div className="printed" data-print={isChosen ? 'receipt' : undefined} aria-hidden>
      <PrintedCard
        amount={shortPounds(parsePence(amount) ?? 0)}
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
        <QrCode text={voucher.voucherCode} />
        <div>
          <p className="printed-label">Voucher code</p>
          <p className="printed-letters">{voucher.voucherCode}</p>
          <p>Read it to us when you book, or bring this page with you.</p>
        </div>
        <div>
          <p className="printed-label">Valid until</p>
          <p className="printed-day">{printedDay(voucher.expiryDate)}</p>
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
      <img className="printed-tide" src="/drawings/fortnight.svg" alt="" />
    </div>
  )
}

interface CardProps {
  amount: string
  to: string
  from: string | undefined
}

/** The printed front of the voucher. The drawing is an <img>, not a mask, because printers rasterise masks. */
function PrintedCard({ amount, to, from }: CardProps) {
  return (
    <div className="printed-card">
      <img className="printed-drawing" src="/drawings/plates/massage.svg" alt="" />
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
        {from && (
          <p>
            From <bdi>{from}</bdi>
          </p>
        )}
      </div>
    </div>
  )
}

/** A QR code in vector paths, which print sharply. The level of error correction survives a fold or a stain. */
export function QrCode({ text }: { text: string }) {
  // The smallest border of the package is one module, which the view box crops: the paper is white.
  const modules = encodeQR(text, 'raw', { ecc: 'quartile', border: 1 })
  const size = modules.length - 2
  return (
    <svg className="printed-qr" viewBox={`1 1 ${size} ${size}`} shapeRendering="crispEdges">
      <path d={modules.map(darkRuns).join('')} />
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
