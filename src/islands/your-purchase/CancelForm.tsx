import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef } from 'react'
import type { Purchased } from '#contract/purchases/purchases.ts'
import { cancel, isPending, problem } from '#islands/your-purchase/cancel-purchase.store.ts'
import { describeCancelling } from '#islands/your-purchase/describe-cancellation.ts'
import { isCancelling } from '#islands/your-purchase/your-purchase.store.ts'
import { Button } from '#ui/Button.tsx'
import { ExactText } from '#ui/ExactText.tsx'

/** What cancelling will do, and the button that does it. No reason is asked. */
export function CancelForm({ purchase }: { purchase: Purchased }) {
  useSignals()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.parentElement?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <section aria-labelledby="cancelling" className="message stack w-full">
      <h3 ref={heading} id="cancelling" tabIndex={-1} className="outline-none">
        Cancel this purchase?
      </h3>
      {describeCancelling(purchase).map((sentence) => (
        <p key={sentence}>
          <ExactText>{sentence}</ExactText>
        </p>
      ))}
      <p role="alert" className="w-full empty:hidden">
        {problem.value && (
          <strong>
            <ExactText>{problem.value}</ExactText>
          </strong>
        )}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          pendingLabel={isPending.value ? 'Processing...' : undefined}
          onClick={() => void cancel(purchase)}
        >
          Confirm cancellation
        </Button>
        <Button
          variant="quiet"
          disabled={isPending.value}
          onClick={() => {
            problem.value = undefined
            isCancelling.value = false
          }}
        >
          Keep my purchase
        </Button>
      </div>
    </section>
  )
}
