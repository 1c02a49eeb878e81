import type { ReadonlySignal } from '@preact/signals-react'
import { findPayment, type Claim, type FoundPayment } from '#islands/checkout/find-payment.ts'
import { notifyDeclined, notifyUnreachable } from '#islands/checkout/notifications.ts'
import { pay, type PaymentError } from '#islands/checkout/pay.ts'
import { createAttempts, type Attempt } from '#islands/checkout/payment-attempt.ts'
import type { GoTo, OpenPayment, PaymentStep, ResumeOptions } from '#islands/checkout/stepper.ts'
import { ApiError } from '#lib/api.ts'
import { forgetReturnedIntent } from '#lib/returned-intent.ts'
import { PAYMENT_TOAST_DURATION, showToast } from '#ui/toast.ts'

interface CheckoutOptions<Bought> {
  /** The name of the purchase in messages: 'voucher', 'order'. */
  noun: string
  /** The request body of the payment, without the attempt's fields. */
  input: ReadonlySignal<unknown>
  api: {
    createPayment(attempt: Pick<Attempt, 'requestId' | 'replaces'>): Promise<OpenPayment>
    claim: Claim<Bought>
  }
  stepper: {
    step: ReadonlySignal<PaymentStep<Bought> | { name: string }>
    goTo: GoTo<PaymentStep<Bought>>
    /** Whether the buyer is at the step that starts a payment. */
    isAtForm(): boolean
    goToForm(notice: string, moveFocus: boolean): void
  }
  notify: {
    /** The payment form is open. */
    ready(): void
    paid(bought: Bought): void
  }
  clearForm: () => void
}

export type Checkout<Bought> = ReturnType<typeof createCheckout<Bought>>

const DEFAULT_RESUME: ResumeOptions = { moveFocus: true, announce: true, declined: false }

const STILL_OPEN =
  'The payment you started was not completed, and you have not been charged. You can start again here.'
const UNKNOWN =
  'We could not find the payment you started. If money has left your account, please ring us before you pay again.'
const PAID_ELSEWHERE =
  'You have already paid for this in another tab. We will confirm it by email, so please do not pay again.'

/** What is known once the provider has taken a payment, and we could not record it yet. */
export const notCreated = (noun: string) =>
  `Failed to create ${noun} after payment: it will follow by e-mail, please don't pay again.`

const bodyOf = (error: unknown) => (error instanceof ApiError ? error.body : undefined)

/** Starts payments for a filled-in form, and shows the step that follows from the state of a payment. */
export function createCheckout<Bought>(options: CheckoutOptions<Bought>) {
  const { noun, input, api, stepper, notify, clearForm } = options
  const attempts = createAttempts(input)
  const find = (clientSecret: string) => findPayment(api.claim, clientSecret)

  /** Starts the payment. With unchanged input the server returns the same intent. */
  async function start(): Promise<void> {
    try {
      await createPayment()
    } catch (error) {
      if (bodyOf(error)?.code !== 'request_reused') throw error
      // The payment of this request id was closed unpaid, so this is a new attempt.
      attempts.giveUp()
      await createPayment()
    }
  }

  /** Sends the attempt's `requestId`, so that a retry after a lost response creates no second intent. */
  async function createPayment(): Promise<void> {
    const { requestId, replaces, order, open: opened } = attempts.current()
    try {
      const open = await api.createPayment({ requestId, ...(replaces && { replaces }) })
      attempts.attempt.value = { requestId, order, open }
      showPayment(open)
    } catch (error) {
      if (bodyOf(error)?.code !== 'already_paid') throw error
      const paid = opened?.clientSecret ?? replaces
      if (paid) return void resume(paid)
      // Paid in a tab that was duplicated before this one had a client secret: only that tab can show the receipt.
      attempts.forget()
      stepper.goToForm(PAID_ELSEWHERE, true)
    }
  }

  /** Opens the payment form, unless the buyer has left the form or changed it since: then they can submit again. */
  function showPayment(open: OpenPayment): void {
    if (!stepper.isAtForm() || attempts.open()?.clientSecret !== open.clientSecret) return
    stepper.goTo({ name: 'payment', ...open })
    notify.ready()
  }

  /** Finds the state of a payment that was started before this page was loaded, and shows the step for it. */
  async function resume(clientSecret: string, how: ResumeOptions = DEFAULT_RESUME): Promise<void> {
    const resuming = { name: 'resuming', clientSecret, unreached: false, ...how } as const
    stepper.goTo(resuming, how)
    const found = await find(clientSecret)
    if (stepper.step.value === resuming) showFound(clientSecret, found, how)
  }

  function showFound(
    clientSecret: string,
    found: FoundPayment<Bought>,
    how: ResumeOptions = DEFAULT_RESUME,
  ): void {
    // Keep the returned intent: a reload looks for it again.
    if (found.status === 'unreached')
      return stepper.goTo({ name: 'resuming', clientSecret, unreached: true, ...how }, how)
    switch (found.status) {
      case 'paid':
        showSuccess(clientSecret, found.bought, how)
        break
      case 'processing':
        showPendingDelivery(clientSecret, 'processing', how.moveFocus)
        break
      case 'unpaid':
        showUnpaid(clientSecret, how)
        break
      case 'closed':
      case 'unknown':
        attempts.forget()
        stepper.goToForm(found.status === 'closed' ? found.message : UNKNOWN, how.moveFocus)
        break
    }
    forgetReturnedIntent()
  }

  /** Fetches the purchase after the card provider has taken the payment or started to process it. */
  async function completePurchase(clientSecret: string): Promise<void> {
    const before = stepper.step.value
    const wasProcessing = 'reason' in before && before.reason === 'processing'
    const found = await find(clientSecret)
    const isFinal = ['paid', 'processing', 'closed'].includes(found.status)
    if (isFinal || (wasProcessing && found.status !== 'unreached')) return showFound(clientSecret, found)
    if (wasProcessing) return notifyUnreachable()
    // The provider confirmed the payment: never ask the buyer to pay again, whatever the server says.
    showPendingDelivery(clientSecret, 'unreached')
    showToast({
      title: 'Payment received',
      description: `${notCreated(noun)} Reference: ${referenceOf(clientSecret)}`,
      duration: PAYMENT_TOAST_DURATION,
    })
  }

  /** Returns the buyer to the form if the server has closed the payment after too many declines. */
  async function checkIfClosed(clientSecret: string): Promise<void> {
    const found = await find(clientSecret)
    if (found.status === 'closed') showFound(clientSecret, found)
  }

  async function isStillUnpaid(clientSecret: string): Promise<boolean> {
    const found = await find(clientSecret)
    if (found.status !== 'unpaid') showFound(clientSecret, found)
    return found.status === 'unpaid'
  }

  function showSuccess(clientSecret: string, bought: Bought, { moveFocus, announce }: ResumeOptions): void {
    stepper.goTo({ name: 'success', clientSecret, bought }, { moveFocus })
    clearForm()
    attempts.forget()
    if (announce) notify.paid(bought)
  }

  /** Shows what has changed of the purchase since it was paid. */
  function changeBought(changed: Partial<Bought>): void {
    const at = stepper.step.value
    if ('bought' in at) stepper.goTo({ ...at, bought: { ...at.bought, ...changed } }, { moveFocus: false })
  }

  function showPendingDelivery(
    clientSecret: string,
    reason: 'processing' | 'unreached',
    moveFocus = true,
  ): void {
    const reference = referenceOf(clientSecret)
    stepper.goTo({ name: 'following', clientSecret, reference, reason }, { moveFocus })
  }

  /** Shows the payment form; or the form, if this tab did not start the payment or its input has changed since. */
  function showUnpaid(clientSecret: string, { moveFocus, declined }: ResumeOptions): void {
    const open = attempts.open()
    if (open?.clientSecret === clientSecret) stepper.goTo({ name: 'payment', ...open }, { moveFocus })
    else {
      attempts.replaceNext(clientSecret)
      stepper.goToForm(STILL_OPEN, moveFocus)
    }
    if (declined) notifyDeclined()
  }

  return {
    noun,
    attempts,
    start,
    resume,
    completePurchase,
    changeBought,
    pay: (clientSecret: string, confirm: () => Promise<PaymentError | undefined>) =>
      pay(clientSecret, confirm, { completePurchase, resume, checkIfClosed, isStillUnpaid }),
    /** Looks for a reason why the provider's form failed to load: the payment may no longer be open. */
    explainMissingForm: async (clientSecret: string) => {
      const found = await find(clientSecret)
      if (found.status !== 'unpaid' && found.status !== 'unreached') showFound(clientSecret, found)
    },
  }
}

/** A client secret is `{intent id}_secret_{random}`. */
const referenceOf = (clientSecret: string) => clientSecret.slice(0, clientSecret.indexOf('_secret_'))
