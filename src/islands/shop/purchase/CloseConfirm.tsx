import { useLayoutEffect, useId, useRef } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { closePurchase, keepOpen } from './close-dialog.ts'
import { step } from './purchase-step.ts'

const QUESTIONS = {
  form: 'Close this? What you typed will be lost.',
  payment: 'Close this? You have not been charged, and what you typed will be lost.',
  resuming:
    'Close this? We have not found out yet what became of your payment. If it went through, the e-mail follows.',
}

/** Whether the buyer means it: in the place of the dialog's foot. */
export function CloseConfirm() {
  const id = useId()
  const safe = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const before = document.activeElement
    safe.current?.querySelector('button')?.focus()
    return () => {
      if (before instanceof HTMLElement) requestAnimationFrame(() => before.focus())
    }
  }, [])
  const { name } = step.value
  return (
    <div ref={safe} className="dialog-ask" role="alertdialog" aria-labelledby={id}>
      <p id={id} className="mb-4">
        {name in QUESTIONS && QUESTIONS[name as keyof typeof QUESTIONS]}
      </p>
      <div className="flex flex-wrap justify-between gap-3 max-sm:*:grow">
        <Button variant="quiet" onClick={keepOpen}>
          Keep it open
        </Button>
        <Button variant="bad" onClick={closePurchase}>
          Close
        </Button>
      </div>
    </div>
  )
}
