import type { BoughtVoucher } from '#contract/vouchers'
import { forgetReturnedIntent } from '../../lib/returned-intent.ts'
import { PAYMENT_TOAST_DURATION, showToast } from '../../ui/toast.ts'
import { forgetAttempt, openPayment, replaceNext } from './attempt.ts'
import { findPayment, type Found } from './find-payment.ts'
import { clearForm, pence } from './form.state.ts'
import { goTo, type Resuming, type Stage, stage } from './stage.ts'

// What became of a payment, and where that brings the buyer.

export type { Stage } from './stage.ts'

const NOTICED: Resuming = { arrive: true, tell: true, refused: false }

const STILL_OPEN =
  'The payment you had begun was not completed, and you have not been charged. Start again here.'
const UNKNOWN =
  'We know of no payment as you had begun it. If money has left your account, please ring us before you pay again.'

/** Back on the page with a payment that was begun: what became of it decides where to go on. */
export async function resume(clientSecret: string, how: Resuming = NOTICED): Promise<void> {
  const looking: Stage = { name: 'resuming', clientSecret, unreached: false, ...how }
  goTo(looking, how)
  const found = await findPayment(clientSecret)
  if (stage.value === looking) showFound(clientSecret, found, how)
}

export function showFound(clientSecret: string, found: Found, how: Resuming = NOTICED): void {
  switch (found.status) {
    case 'paid':
      showVoucher(clientSecret, found.voucher, how)
      break
    case 'processing':
      showFollowing(clientSecret, 'processing', how.arrive)
      break
    case 'unpaid':
      showOpen(clientSecret, how)
      break
    case 'closed':
      forgetAttempt()
      goToForm(found.message, how.arrive)
      break
    case 'unknown':
      forgetAttempt()
      goToForm(UNKNOWN, how.arrive)
      break
    case 'unreached':
      return goTo({ name: 'resuming', clientSecret, unreached: true, ...how }, how)
  }
  forgetReturnedIntent()
}

/** After the card provider has taken the payment, or is about to: fetches the voucher. */
export async function collectVoucher(clientSecret: string): Promise<void> {
  const before = stage.value
  const undecided = before.name === 'following' && before.reason === 'processing'
  const found = await findPayment(clientSecret)
  const known = ['paid', 'processing', 'closed'].includes(found.status)
  if (known || (undecided && found.status !== 'unreached')) return showFound(clientSecret, found)
  if (undecided) return showUnreached()
  // The provider has said that it was paid: whatever we hear, nobody is asked to pay again.
  showFollowing(clientSecret, 'unreached')
  const reference = referenceOf(clientSecret)
  showToast({
    title: 'Payment received',
    description: `Failed to create voucher after payment: it will follow by e-mail, please don't pay again. Reference: ${reference}`,
    duration: PAYMENT_TOAST_DURATION,
  })
}

export function createAnother(): void {
  goTo({ name: 'amount' })
  clearForm()
  forgetAttempt()
}

export function showPaymentFailure(message: string | undefined): void {
  showToast({
    variant: 'destructive',
    title: 'Payment Failed',
    description: message ?? 'Please try again.',
    duration: PAYMENT_TOAST_DURATION,
  })
}

function showUnreached(): void {
  showToast({
    variant: 'destructive',
    title: 'Error',
    description: 'We cannot be reached at the moment. Please try again.',
  })
}

function showVoucher(clientSecret: string, voucher: BoughtVoucher, { arrive, tell }: Resuming): void {
  goTo({ name: 'success', clientSecret, voucher }, { arrive })
  clearForm()
  forgetAttempt()
  if (!tell) return
  showToast({
    title: 'Payment Successful!',
    description: `Payment of £${voucher.amount} completed successfully. Reference: ${voucher.reference}`,
    duration: PAYMENT_TOAST_DURATION,
  })
}

function showFollowing(clientSecret: string, reason: 'processing' | 'unreached', arrive = true): void {
  goTo({ name: 'following', clientSecret, reference: referenceOf(clientSecret), reason }, { arrive })
}

/** To the same payment again; to the form, if it was begun elsewhere or what it is for is not what the form says. */
function showOpen(clientSecret: string, { arrive, refused }: Resuming): void {
  const open = openPayment()
  if (open?.clientSecret === clientSecret) goTo({ name: 'payment', ...open }, { arrive })
  else {
    replaceNext(clientSecret)
    goToForm(STILL_OPEN, arrive)
  }
  if (refused) showPaymentFailure(undefined)
}

function goToForm(because: string, arrive: boolean): void {
  goTo({ name: pence.value === undefined ? 'amount' : 'details' }, { arrive, because })
}

/** `{intent id}_secret_{random}` */
const referenceOf = (clientSecret: string) => clientSecret.slice(0, clientSecret.indexOf('_secret_'))
