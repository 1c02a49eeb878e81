import { batch, signal } from '@preact/signals-react'
import { lastErrorMessage } from '#islands/checkout/notifications.ts'
import { dismissToast } from '#ui/toast.ts'

/** A PaymentIntent that can be paid. */
export interface OpenPayment {
  clientSecret: string
  publishableKey: string
}

/** How to resume a payment that was started before the page was loaded. */
export interface ResumeOptions {
  /** Scrolls to the step and focuses it. False after a reload: the buyer may be reading another part of the page. */
  moveFocus: boolean
  /** Shows a toast if the payment succeeded. False if the buyer has seen the confirmation before. */
  announce: boolean
  /** The buyer's bank or pay-later provider declined. */
  declined: boolean
}

/** A step from the payment on. The steps before it belong to each island. */
export type PaymentStep<Bought> =
  | ({ name: 'payment' } & OpenPayment)
  /** The state of the payment is being looked up. */
  | ({ name: 'resuming'; clientSecret: string; unreached: boolean } & ResumeOptions)
  | { name: 'success'; clientSecret: string; bought: Bought }
  /** Paid, but delivered later by email: the provider is still processing, or the server did not respond. */
  | { name: 'following'; clientSecret: string; reference: string; reason: 'processing' | 'unreached' }

export type GoTo<Step> = (next: Step, options?: { moveFocus: boolean; notice?: string }) => void

/** Creates the signals of the current step and of the notice above it, and the way to other steps. */
export function createStepper<Step>(first: Step) {
  const step = signal(first)
  /** Why the checkout returned the buyer to the form; undefined if they went there themselves. */
  const notice = signal<string | undefined>(undefined)
  let isNavigating = false

  /**
   * Shows another step, without the error of the last one. It is scrolled to and focused, unless the buyer may be
   * reading another part of the page.
   */
  const goTo: GoTo<Step> = (next, options = { moveFocus: true }) => {
    isNavigating = options.moveFocus
    // It speaks of the step before.
    dismissToast()
    batch(() => {
      step.value = next
      lastErrorMessage.value = undefined
      notice.value = options.notice
    })
  }

  /** Returns whether the step that was just rendered should take the focus. True once per navigation. */
  function consumeNavigation(): boolean {
    const navigated = isNavigating
    isNavigating = false
    return navigated
  }

  return { step, notice, goTo, consumeNavigation }
}
