import { useEffect, useId, useRef } from 'react'
import { clinic } from '#clinic/clinic-facts.ts'
import { PurchaseSummary } from '#islands/checkout/PurchaseSummary.tsx'
import { Button } from '#ui/Button.tsx'

interface Props {
  firstName: string
  /** What happens next. */
  note: string
  facts: [label: string, value: string][]
  onAnother: () => void
}

/** Covers a form that was sent, and stays: thanks, what was sent, and whom to ring. */
export function SentEnquiry({ firstName, note, facts, onAnother }: Props) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that had the focus is gone with its form.
  useEffect(() => heading.current?.focus(), [])
  return (
    <section aria-labelledby={id} className="stack col-start-1 row-start-1">
      <h3 ref={heading} id={id} tabIndex={-1} className="scroll-mt-8 wrap-anywhere outline-none">
        Thank you, <span translate="no">{firstName}</span>.
      </h3>
      <p className="max-w-measure">{note}</p>
      <div className="w-full max-w-[40rem]">
        <PurchaseSummary facts={facts.filter(([, value]) => value !== '')} />
      </div>
      <p>
        If anything is wrong or has changed, please ring us on{' '}
        <a className="tabular-nums" href={`tel:${clinic.phone.tel}`} translate="no">
          {clinic.phone.display}
        </a>
        .
      </p>
      <Button variant="quiet" onClick={onAnother}>
        Send another enquiry
      </Button>
    </section>
  )
}
