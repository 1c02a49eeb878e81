import { encodeQR } from 'qr'
import { clinic } from '#clinic/clinic-facts.ts'
import { parsePence, shortPounds } from '#contract/base/money.ts'
import { readVoucherCode } from '#contract/vouchers/voucher-code.ts'
import { HELD_CODE_MIN, VOUCHER_PAGE, voucherLink } from '#contract/vouchers/voucher-page.ts'
import { BrandMark } from '#islands/checkout/BrandMark.tsx'
import { printedDay } from '#islands/checkout/voucher-facts.ts'

/** Sizes of the message in points, and the lines of each for which `printed.css` leaves room on the first sheet. */
const SIZES = [
  [20, 4],
  [16, 8],
  [13, 11],
] as const
const SMALLEST = 10

/** Width of the message on A4, in points. */
const WIDTH = 490

/** Widths of characters in em; the first that matches counts. The fonts for other scripts differ between machines. */
const WIDTHS = [
  // About as wide as high, such as Chinese and emoji.
  [
    /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]|\p{Extended_Pictographic}/u,
    1.1,
  ],
  [/\p{Mn}|\p{Me}|\p{Cf}/u, 0],
  [/\s/, 0.25],
  [/[MW@%]/, 0.96],
  [/\p{Lu}|\p{Nd}|(?!\p{Script=Latin})\p{L}/u, 0.7],
] as const
const USUAL_WIDTH = 0.46

const widthOf = (text: string) =>
  Array.from(text).reduce(
    (sum, letter) => sum + (WIDTHS.find(([pattern]) => pattern.test(letter))?.[1] ?? USUAL_WIDTH),
    0,
  )

/** Width from which a code needs smaller letters, in em; usual ones have about 13. */
const LONG_CODE = 14

/** Width from which a name may need a second line on A5, in em, and the lines that such names take from the message. */
const LONG_NAME = 16
const LINES_FOR_NAMES = 4

/** Widths of the facts below the code, in em, the lines for which each has room, and those that more of them take from the message. */
const LEFT_FACTS = { width: 21, lines: 5 }
const RIGHT_FACTS = { width: 15, lines: 4 }
const LINES_FOR_FACTS = 3

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
 * The voucher to hand over, for print only: screens and screen readers have the same facts in the page. What was paid is
 * on the receipt, a sheet of its own. The message flows around the floating code: what has no room above it goes on
 * below, on the next sheet.
 */
export function PrintedVoucher({ voucher, amount, isChosen = true }: Props) {
  const { address, email, name, phone, vouchers } = clinic
  const message = withoutBlankRuns(voucher.personalMessage ?? '')
  const code = readVoucherCode(voucher.voucherCode)
  const hasPage = code.length >= HELD_CODE_MIN
  const uses = vouchers.treatments.join(', ')
  const page = `${location.host}${VOUCHER_PAGE}`
  const place = `${name}, ${address.street}, ${address.city} ${address.postcode.replace(' ', '\u00a0')}`
  const hasLongFacts =
    isLonger([uses, ...(hasPage ? [`What is left: ${page}`] : [])], LEFT_FACTS) ||
    isLonger([phone.display, email, place], RIGHT_FACTS)
  const hasLongNames = [voucher.recipientName, voucher.buyerName].some(
    (name = '') => widthOf(name) > LONG_NAME,
  )
  const fewer = (hasLongNames ? LINES_FOR_NAMES : 0) + (hasLongFacts ? LINES_FOR_FACTS : 0)
  return (
    <div
      className="printed printed-voucher"
      data-print={isChosen ? 'receipt' : undefined}
      data-words={message ? sizeOf(message, fewer) : undefined}
      data-long-names={hasLongNames || undefined}
      data-long-facts={hasLongFacts || undefined}
      data-long-code={widthOf(voucher.voucherCode) > LONG_CODE || undefined}
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
            <p>You can use it over several visits, until the end of this day.</p>
          </div>
        </div>
        <div className="printed-use">
          <div>
            <p className="printed-label">Use it for</p>
            <p>{uses}</p>
            {hasPage && (
              <p>
                What is left: <span translate="no">{page}</span>
              </p>
            )}
          </div>
          <div>
            <p className="printed-label">Book</p>
            <p translate="no">{phone.display}</p>
            <p translate="no">{email}</p>
            <p translate="no">{place}</p>
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

const isLonger = (paragraphs: readonly string[], { width, lines }: typeof LEFT_FACTS) =>
  paragraphs.reduce((sum, text) => sum + countLines(text.split(' ').map(widthOf), width), 0) > lines

/** Leaves one of several blank lines in a row, which could fill a sheet with nothing. */
const withoutBlankRuns = (text: string) =>
  text.replace(/\n[\p{Z}\p{Cc}\p{Cf}]*\n[\p{Z}\p{Cc}\p{Cf}]*\n/gu, '\n\n')

/** Returns the largest size at which a message has room above the code, or the smallest. */
function sizeOf(message: string, fewer: number): number {
  const paragraphs = `“${message}”`.split('\n').map((line) => line.split(/[^\S\u00a0]+/).map(widthOf))
  const linesAt = (size: number) =>
    paragraphs.reduce((sum, words) => sum + countLines(words, WIDTH / size), 0)
  return SIZES.find(([size, lines]) => linesAt(size) <= lines - fewer)?.[0] ?? SMALLEST
}

/** Returns the lines that words take, as a browser fills them: a word moves to the next line, or breaks if it is longer. */
function countLines(words: readonly number[], room: number): number {
  let [lines, used] = [1, 0]
  for (const word of words) {
    const isNew = used > 0 && used + widthOf(' ') + word > room
    used = isNew ? word : used + (used > 0 ? widthOf(' ') : 0) + word
    const broken = Math.max(0, Math.ceil(used / room) - 1)
    used -= broken * room
    lines += broken + Number(isNew)
  }
  return lines
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
