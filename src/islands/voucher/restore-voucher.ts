import { batch, effect } from '@preact/signals-react'
import { paying } from '../checkout/pay.ts'
import { returnedIntent } from '../../lib/returned-intent.ts'
import { choice, customAmount, details, pence } from './voucher-form.store.ts'
import { keep, type Kept, readKept } from './voucher-draft.ts'
import { followHistory } from './step-history.ts'
import { goTo, stage } from './voucher-step.ts'
import { checkout } from './voucher.store.ts'

/** Once the page is alive: goes on where this tab was left, and keeps everything from here on. */
export function comeBack(): () => void {
  restore()
  addEventListener('pageshow', wake)
  const stops = [effect(keep), followHistory()]
  return () => {
    removeEventListener('pageshow', wake)
    for (const stop of stops) stop()
  }
}

/** The page comes out of the browser's back/forward cache as it was; the payment may have gone on elsewhere. */
function wake(event: PageTransitionEvent): void {
  if (!event.persisted) return
  paying.value = false
  restore()
}

function restore(): void {
  const kept = readKept()
  if (kept) fillIn(kept)
  const returned = returnedIntent()
  if (returned) {
    const { clientSecret, failed } = returned
    return void checkout.resume(clientSecret, { arrive: true, tell: true, refused: failed })
  }
  const clientSecret = kept?.clientSecret ?? secretAtHand()
  if (clientSecret) {
    if (stage.value.name === 'success' && stage.value.clientSecret === clientSecret) return
    return void checkout.resume(clientSecret, {
      arrive: false,
      tell: kept?.stage !== 'success',
      refused: false,
    })
  }
  if (kept?.stage === 'details' && pence.value !== undefined) goTo({ name: 'details' }, { arrive: false })
}

/** Without storage, the page itself may still know. */
const secretAtHand = () => (stage.value.name === 'payment' ? stage.value.clientSecret : undefined)

function fillIn(kept: Kept): void {
  batch(() => {
    // What was chosen on the page before it was alive is newer.
    if (choice.value === undefined || kept.stage !== 'amount') {
      choice.value = kept.choice
      customAmount.value = kept.customAmount
    }
    details.value = kept.details
    checkout.attempts.attempt.value = kept.attempt
  })
}
