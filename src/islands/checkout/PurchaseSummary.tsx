interface Props {
  facts: [label: string, value: string][]
  /** PaymentIntent id. */
  reference: string
}

/** The facts of a purchase on the screen. */
export function PurchaseSummary({ facts, reference }: Props) {
  return (
    <>
      <dl className="summary">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="whitespace-pre-line">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-small text-soft wrap-anywhere">
        Payment reference <span>{reference}</span>
      </p>
    </>
  )
}
