import { batch, effect } from '@preact/signals-react'
import { isPaying } from '../checkout/pay.ts'
import { returnedIntent } from '../../lib/returned-intent.ts'
import { choice, customAmount, details, pence } from './voucher-form.store.ts'
import { saveDraft, type VoucherDraft, readVoucherDraft } from './voucher-draft.ts'
import { syncHistory } from './step-history.ts'
import { goTo, step } from './voucher-step.ts'
import { checkout } from './voucher.store.ts'

/** Once the page is alive: goes on where this tab was left, and keeps everything from here on. */
export function restoreVoucher(): () => void {
  restore()
  addEventListener('pageshow', handlePageShow)
  const stops = [effect(saveDraft), syncHistory()]
  return () => {
    removeEventListener('pageshow', handlePageShow)
    for (const stop of stops) stop()
  }
}

/** The page comes out of the browser's back/forward cache as it was; the payment may have gone on elsewhere. */
function handlePageShow(event: PageTransitionEvent): void {
  if (!event.persisted) return
  isPaying.value = false
  restore()
}

function restore(): void {
  const kept = readVoucherDraft()
  if (kept) fillForm(kept)
  const returned = returnedIntent()
  if (returned) {
    const { clientSecret, failed } = returned
    return void checkout.resume(clientSecret, { moveFocus: true, announce: true, declined: failed })
  }
  const clientSecret = kept?.clientSecret ?? secretOnPage()
  if (clientSecret) {
    if (step.value.name === 'success' && step.value.clientSecret === clientSecret) return
    return void checkout.resume(clientSecret, {
      moveFocus: false,
      announce: kept?.stage !== 'success',
      declined: false,
    })
  }
  if (kept?.stage === 'details' && pence.value !== undefined) goTo({ name: 'details' }, { moveFocus: false })
}

/** Without storage, the page itself may still know. */
const secretOnPage = () => (step.value.name === 'payment' ? step.value.clientSecret : undefined)

function fillForm(kept: VoucherDraft): void {
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
