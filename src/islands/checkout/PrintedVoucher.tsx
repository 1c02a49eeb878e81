import { encodeQR } from 'qr'
import { clinic } from '#content/clinic.ts'
import { parsePence, shortPounds } from '#contract/money.ts'
import { readVoucherCode } from '#contract/voucher-code.ts'
import { HELD_CODE_MIN, VOUCHER_PAGE, voucherLink } from '#contract/voucher-page.ts'
import { BrandMark } from '#islands/checkout/BrandMark.tsx'
import { printedDay } from '#islands/checkout/voucher-facts.ts'

/** Sizes of the message in points, and the lines of each for which `print.css` leaves room on the first sheet. */
const SIZES = [
  [20, 4],
  [16, 8],
  [13, 11],
] as const
const SMALLEST = 10

/** Width of the message on A4, in points. */
const WIDTH = 490

/** Characters about as wide as high, such as Chinese and emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]|\p{Extended_Pictographic}/u

/** Characters of both names that may need more than a line each, and the lines that these take from the message. */
const LONG_NAMES = 70
const LINES_FOR_NAMES = 4

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
  /** Whether its validity is the clinic's own. */
  isSoldHere?: boolean
  /** Whether this is the sheet that prints, if the page has two. */
  isChosen?: boolean
}

/**
 * The voucher to hand over, for print only: screens and screen readers have the same facts in the page. What was paid is
 * on the receipt, a sheet of its own. The message flows around the floating code: what has no room above it goes on
 * below, on the next sheet.
 */
export function PrintedVoucher({ voucher, amount, isSoldHere = true, isChosen = true }: Props) {
  const { address, email, name, phone, vouchers } = clinic
  const message = withoutBlankRuns(voucher.personalMessage ?? '')
  const code = readVoucherCode(voucher.voucherCode)
  const hasPage = code.length >= HELD_CODE_MIN
  const hasLongNames = `${voucher.recipientName}${voucher.buyerName}`.length > LONG_NAMES
  return (
    <div
      className="printed printed-voucher"
      data-print={isChosen ? 'receipt' : undefined}
      data-words={message ? sizeOf(message, hasLongNames ? LINES_FOR_NAMES : 0) : undefined}
      data-long-names={hasLongNames || undefined}
      aria-hidden
    >
      <PrintedCard
        amount={shortPounds(parsePence(amount) ?? 0)}
        to={voucher.recipientName}
        from={voucher.buyerName}
      />
      {message && <div className="printed-space" />}
      <div className="printed-foot">
        <div className="printed-code">
          <QrCode text={hasPage ? voucherLink(location.origin, code) : code} />
          <div>
            <p className="printed-label">Voucher code</p>
            <p className="printed-letters" translate="no">
              {voucher.voucherCode}
            </p>
            <p>Tell us the code when you book, or bring this page with you.</p>
          </div>
          <div>
            <p className="printed-label">Valid until</p>
            <p className="printed-day">{printedDay(voucher.expiryDate)}</p>
            <p>
              {isSoldHere
                ? `${vouchers.validMonths} months from purchase. Can be used over several visits.`
                : 'Can be used over several visits.'}
            </p>
          </div>
        </div>
        <div className="printed-use">
          <div>
            <p className="printed-label">Use it for</p>
            <p>{vouchers.treatments.join(', ')}</p>
            {hasPage && (
              <p>
                What is left: <span translate="no">{`${location.host}${VOUCHER_PAGE}`}</span>
              </p>
            )}
          </div>
          <div>
            <p className="printed-label">Book</p>
            <p translate="no">{phone.display}</p>
            <p translate="no">{email}</p>
            <p translate="no">
              {`${name}, ${address.street}, ${address.city} ${address.postcode.replace(' ', '\u00a0')}`}
            </p>
          </div>
        </div>
        <img className="printed-tide" src="/drawings/fortnight.svg" alt="" />
      </div>
      {message && <div className="printed-rest" />}
      {message && (
        <p className="printed-words" dir="auto">
          {`“${message}”`}
        </p>
      )}
    </div>
  )
}

/** Leaves one of several blank lines in a row, which could fill a sheet with nothing. */
const withoutBlankRuns = (text: string) =>
  text.replace(/\n[\p{Z}\p{Cc}\p{Cf}]*\n[\p{Z}\p{Cc}\p{Cf}]*\n/gu, '\n\n')

/** Returns the largest size at which a message has room above the code, or the smallest. */
function sizeOf(message: string, fewer: number): number {
  const widths = message
    .split('\n')
    .map((line) => Array.from(line).reduce((sum, letter) => sum + (WIDE.test(letter) ? 1.1 : 0.46), 0))
  const linesAt = (size: number) =>
    widths.reduce((sum, width) => sum + Math.max(1, Math.ceil((width * size) / WIDTH)), 0)
  return SIZES.find(([size, lines]) => linesAt(size) <= lines - fewer)?.[0] ?? SMALLEST
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
        <span translate="no">{amount}</span>
      </p>
      <div className="printed-names">
        {to && (
          <p>
            For <bdi translate="no">{to}</bdi>
          </p>
        )}
        {from && (
          <p>
            From <bdi translate="no">{from}</bdi>
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
