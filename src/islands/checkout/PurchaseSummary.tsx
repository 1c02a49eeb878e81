interface Props {
  facts: [label: string, value: string][]
  /** PaymentIntent id; none on a packing slip. */
  reference?: string | undefined
}

/** The facts of a purchase, on the screen and on paper. */
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
      {reference && (
        <p className="text-small text-soft wrap-anywhere">
          Payment reference <span>{reference}</span>
        </p>
      )}
    </>
  )
}
