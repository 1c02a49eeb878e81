import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState } from 'react'
import { londonDay } from '#contract/base/send-date.ts'
import type { Purchased } from '#contract/purchases/purchases.ts'
import { printedDay, printedTime } from '#islands/checkout/voucher-facts.ts'
import { describeCancellation } from '#islands/your-purchase/describe-cancellation.ts'
import { editing, isCancelling } from '#islands/your-purchase/your-purchase.store.ts'
import { serverNow } from '#lib/server-time.ts'
import { Button } from '#ui/Button.tsx'
import { ExactText } from '#ui/ExactText.tsx'
import { loadPart } from '#ui/load-part.ts'

interface Props {
  purchase: Purchased
}

/** Until when a purchase can be cancelled, the button for it, and what became of a cancelled one. */
export function PurchaseCancellation({ purchase }: Props) {
  useSignals()
  const { cancellation, canCancel, cancelUntil, number } = purchase
  if (cancellation) return <Cancelled purchase={purchase} />
  // Its “Cancel” is another.
  if (editing.value !== undefined) return null
  if (canCancel) return <Offer purchase={purchase} />
  const isLate = cancelUntil !== undefined && cancelUntil < londonDay(serverNow()) && !isOver(purchase)
  return isLate ? (
    <p className="text-soft">
      <span>{`The 14 days in which this purchase could be cancelled ended on ${printedDay(cancelUntil)}.`}</span>{' '}
      <a href={`/?purchase=${number}&ask=cancel#message`}>Ask us anyway</a>
    </p>
  ) : null
}

const isOver = ({ status }: Purchased) => ['refunding', 'refunded', 'void', 'expired'].includes(status)

type Form = typeof import('#islands/your-purchase/CancelForm.tsx')

function Offer({ purchase }: Props) {
  useSignals()
  const [form, setForm] = useState<Form>()
  const [state, setState] = useState<'loading' | 'failed'>()
  const place = useRef<HTMLDivElement>(null)
  const isOpen = isCancelling.value
  const wasOpen = useRef(false)
  useEffect(() => {
    // The button gets the focus back.
    if (!isOpen && wasOpen.current) place.current?.querySelector('button')?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  async function open() {
    setState('loading')
    try {
      setForm(await loadPart(() => import('#islands/your-purchase/CancelForm.tsx')))
      isCancelling.value = true
      setState(undefined)
    } catch {
      setState('failed')
    }
  }
  return (
    <div ref={place} className="stack w-full">
      {form && isOpen ? (
        <form.CancelForm purchase={purchase} />
      ) : (
        <>
          <p className="text-soft">{untilWhen(purchase)}</p>
          <Button
            variant="quiet"
            pendingLabel={state === 'loading' ? 'One moment...' : undefined}
            onClick={() => void open()}
          >
            Cancel this purchase
          </Button>
        </>
      )}
      <p role="alert" className="empty:hidden">
        {state === 'failed' &&
          'We could not load this part of the page. Please try again, or reload the page.'}
      </p>
    </div>
  )
}

const untilWhen = ({ cancelUntil }: Purchased): string =>
  cancelUntil === undefined
    ? 'You may cancel this purchase until 14 days after you have it.'
    : `You may cancel this purchase until the end of ${printedDay(cancelUntil)}.`

/** What a cancelled purchase waits for. It takes the focus when it replaces the form. */
function Cancelled({ purchase }: Props) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isCancelling.peek()) return
    isCancelling.value = false
    place.current?.focus()
  }, [])
  const { at, deducted, deductionReason } = purchase.cancellation!
  return (
    <div ref={place} role="status" tabIndex={-1} className="message stack outline-none">
      <strong>{`Cancelled on ${printedTime(at)}`}</strong>
      {describeCancellation(purchase).map((sentence) => (
        <p key={sentence}>
          <ExactText>{sentence}</ExactText>
        </p>
      ))}
      {deducted !== undefined && (
        <p>
          <span>{`We have deducted £${deducted}:`}</span>{' '}
          <bdi className="wrap-anywhere">{deductionReason}</bdi>
        </p>
      )}
    </div>
  )
}
