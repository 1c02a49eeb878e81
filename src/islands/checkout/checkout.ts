import type { ReadonlySignal } from '@preact/signals-react'
import { ApiError } from '../../lib/api.ts'
import { forgetReturnedIntent } from '../../lib/returned-intent.ts'
import { PAYMENT_TOAST_DURATION, showToast } from '../../ui/toast.ts'
import { type Attempt, createAttempts } from './payment-attempt.ts'
import { type Claim, findPayment, type Found } from './find-payment.ts'
import { pay, type Refusal } from './pay.ts'
import { failure, sayPaymentFailed, sayUnreached } from './notifications.ts'
import type { GoTo, OpenPayment, PaymentStage, Resuming } from './stepper.ts'

/** What an island sells, and how. */
interface Sale<Bought> {
  /** What is to be bought, as the server is asked for it. */
  order: ReadonlySignal<unknown>
  /** Starts a payment for it. */
  create(attempt: Pick<Attempt, 'requestId' | 'replaces'>): Promise<OpenPayment>
  claim: Claim<Bought>
  stage: ReadonlySignal<PaymentStage<Bought> | { name: string }>
  goTo: GoTo<PaymentStage<Bought>>
  /** Whether the buyer is where a payment is started from. */
  atForm(): boolean
  goToForm(because: string, arrive: boolean): void
  /** The payment can be made now. */
  tellReady(): void
  /** It is bought: the form has done its work. */
  clearForm(): void
  tellBought(bought: Bought): void
  /** What has not been made yet after a payment: 'voucher', 'order'. */
  thing: string
}

export type Checkout<Bought> = ReturnType<typeof createCheckout<Bought>>

const NOTICED: Resuming = { arrive: true, tell: true, refused: false }

const STILL_OPEN =
  'The payment you had begun was not completed, and you have not been charged. Start again here.'
const UNKNOWN =
  'We know of no payment as you had begun it. If money has left your account, please ring us before you pay again.'

const PAID_ELSEWHERE =
  'You have already paid for this in another tab. The confirmation comes by e-mail, so please do not pay again.'

const bodyOf = (error: unknown) => (error instanceof ApiError ? error.body : undefined)

/** From a filled-in form to what was bought: starts a payment, and finds out what became of it. */
export function createCheckout<Bought>(sale: Sale<Bought>) {
  const attempts = createAttempts(sale.order)
  const find = (clientSecret: string) => findPayment(sale.claim, clientSecret)

  /** Nothing changed since there is an intent: is it still to be paid? It may have been, in another tab. */
  async function start(): Promise<void> {
    const open = attempts.open()
    const found = open && (await find(open.clientSecret))
    if (found?.status === 'unreached') throw new Error('Nobody could say what became of the payment')
    if (!open || !found || found.status === 'closed' || found.status === 'unknown') await startAnew()
    else if (found.status === 'unpaid') showPayment(open)
    else showFound(open.clientSecret, found)
  }

  async function startAnew(): Promise<void> {
    if (attempts.open()) attempts.forget()
    try {
      await createPayment()
    } catch (error) {
      if (bodyOf(error)?.code !== 'request_reused') throw error
      // The payment of this request id was closed unpaid, so this is a new attempt.
      attempts.giveUp()
      await createPayment()
    }
  }

  /** The same try asks with the same `requestId`, so that a lost answer costs no second intent. */
  async function createPayment(): Promise<void> {
    const asked = attempts.current()
    const { requestId, replaces } = asked
    try {
      const open = await sale.create({ requestId, ...(replaces && { replaces }) })
      attempts.attempt.value = { requestId, order: asked.order, open }
      showPayment(open)
    } catch (error) {
      const body = bodyOf(error)
      if (body?.code !== 'already_paid') throw error
      if (replaces) return void resume(replaces)
      // Paid in a tab that was copied from this one before there was a secret; only that tab can show the receipt.
      attempts.forget()
      sale.goToForm(PAID_ELSEWHERE, true)
    }
  }

  /** Unless the buyer has gone back meanwhile, or changed something: then the button is there to be pressed again. */
  function showPayment(open: OpenPayment): void {
    if (!sale.atForm() || attempts.open()?.clientSecret !== open.clientSecret) return
    failure.value = undefined
    sale.goTo({ name: 'payment', ...open })
    sale.tellReady()
  }

  /** Back on the page with a payment that was begun: what became of it decides where to go on. */
  async function resume(clientSecret: string, how: Resuming = NOTICED): Promise<void> {
    const looking = { name: 'resuming', clientSecret, unreached: false, ...how } as const
    sale.goTo(looking, how)
    const found = await find(clientSecret)
    if (sale.stage.value === looking) showFound(clientSecret, found, how)
  }

  function showFound(clientSecret: string, found: Found<Bought>, how: Resuming = NOTICED): void {
    failure.value = undefined
    switch (found.status) {
      case 'paid':
        showBought(clientSecret, found.bought, how)
        break
      case 'processing':
        showFollowing(clientSecret, 'processing', how.arrive)
        break
      case 'unpaid':
        showOpen(clientSecret, how)
        break
      case 'closed':
        attempts.forget()
        sale.goToForm(found.message, how.arrive)
        break
      case 'unknown':
        attempts.forget()
        sale.goToForm(UNKNOWN, how.arrive)
        break
      case 'unreached':
        return sale.goTo({ name: 'resuming', clientSecret, unreached: true, ...how }, how)
    }
    forgetReturnedIntent()
  }

  /** After the card provider has taken the payment, or is about to: fetches what was bought. */
  async function collect(clientSecret: string): Promise<void> {
    const before = sale.stage.value
    const undecided = 'reason' in before && before.reason === 'processing'
    const found = await find(clientSecret)
    const known = ['paid', 'processing', 'closed'].includes(found.status)
    if (known || (undecided && found.status !== 'unreached')) return showFound(clientSecret, found)
    if (undecided) return sayUnreached()
    // The provider has said that it was paid: whatever we hear, nobody is asked to pay again.
    showFollowing(clientSecret, 'unreached')
    showToast({
      title: 'Payment received',
      description: `Failed to create ${sale.thing} after payment: it will follow by e-mail, please don't pay again. Reference: ${referenceOf(clientSecret)}`,
      duration: PAYMENT_TOAST_DURATION,
    })
  }

  /** After many declines the payment may be closed: then the buyer starts again instead of pressing in vain. */
  async function noticeClosing(clientSecret: string): Promise<void> {
    const found = await find(clientSecret)
    if (found.status === 'closed') showFound(clientSecret, found)
  }

  function showBought(clientSecret: string, bought: Bought, { arrive, tell }: Resuming): void {
    sale.goTo({ name: 'success', clientSecret, bought }, { arrive })
    sale.clearForm()
    attempts.forget()
    if (tell) sale.tellBought(bought)
  }

  function showFollowing(clientSecret: string, reason: 'processing' | 'unreached', arrive = true): void {
    sale.goTo({ name: 'following', clientSecret, reference: referenceOf(clientSecret), reason }, { arrive })
  }

  /** To the same payment again; to the form, if it was begun elsewhere or what it is for is not what the form says. */
  function showOpen(clientSecret: string, { arrive, refused }: Resuming): void {
    const open = attempts.open()
    if (open?.clientSecret === clientSecret) sale.goTo({ name: 'payment', ...open }, { arrive })
    else {
      attempts.replaceNext(clientSecret)
      sale.goToForm(STILL_OPEN, arrive)
    }
    if (refused) sayPaymentFailed()
  }

  return {
    thing: sale.thing,
    attempts,
    start,
    resume,
    collect,
    pay: (clientSecret: string, confirm: () => Promise<Refusal | undefined>) =>
      pay(clientSecret, confirm, { collect, resume, noticeClosing }),
    /** The provider's form would not open. Perhaps because there is nothing left to pay. */
    explainMissingForm: async (clientSecret: string) => {
      const found = await find(clientSecret)
      if (found.status !== 'unpaid' && found.status !== 'unreached') showFound(clientSecret, found)
    },
  }
}

/** `{intent id}_secret_{random}` */
const referenceOf = (clientSecret: string) => clientSecret.slice(0, clientSecret.indexOf('_secret_'))
