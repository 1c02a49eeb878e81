/** Amounts, payment references, email addresses and numbers of purchases. */
const EXACT = /(-?£[\d,]+(?:\.\d\d)?|pi_\w+|[^\s@]+@[^\s@]+\.[a-z\d-]+|(?:Order|Voucher purchase) \d+)/i

/** A sentence whose amounts, references, email addresses and numbers are left out of a translation. */
export function ExactText({ children }: { children: string }) {
  return children.split(EXACT).map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts of a text have no other identity
    <span key={index} translate={index % 2 === 1 ? 'no' : undefined}>
      {part}
    </span>
  ))
}
