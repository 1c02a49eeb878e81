interface Props {
  facts: [label: string, value: string][]
  /** PaymentIntent id; none on a packing slip. */
  reference?: string | undefined
}

/** The facts that a browser may translate; the others are names, amounts, addresses and numbers. */
const IN_WORDS = new Set([
  'Product',
  'Paid',
  'Collection or delivery',
  'Message',
  'Valid until',
  'Voucher valid until',
  'Date',
  'Bought on',
  'Transaction time',
  'Service',
  'Preferred date',
  'Time of day',
])

/** The facts of a purchase or of an enquiry, on the screen and on paper. */
export function PurchaseSummary({ facts, reference }: Props) {
  return (
    <>
      <dl className="summary">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="whitespace-pre-line" translate={IN_WORDS.has(label) ? 'yes' : 'no'}>
              {value}
            </dd>
          </div>
        ))}
      </dl>
      {reference && (
        <p className="text-small text-soft wrap-anywhere">
          Payment reference <span translate="no">{reference}</span>
        </p>
      )}
    </>
  )
}
