import { batch, signal } from '@preact/signals-react'
import type { BoughtVoucher } from '#contract/vouchers'

/** Where the buyer is. */
export type Stage =
  | { name: 'amount' | 'details' }
  | ({ name: 'payment' } & OpenPayment)
  /** Back on the page with a payment of which we do not know yet what became of it. */
  | ({ name: 'resuming'; clientSecret: string; unreached: boolean } & Resuming)
  | { name: 'success'; clientSecret: string; voucher: BoughtVoucher }
  /** Paid, and the voucher follows by e-mail: the provider is still working, or we could not be reached. */
  | { name: 'following'; clientSecret: string; reference: string; reason: 'processing' | 'unreached' }

/** An intent that can be paid. */
export interface OpenPayment {
  clientSecret: string
  publishableKey: string
}

/** What the buyer of a resumed payment is to notice of it. */
export interface Resuming {
  /** The page goes to the step: they just came back for it. */
  arrive: boolean
  /** A toast says that it was paid: they have not read it yet. */
  tell: boolean
  /** Their bank or pay-later provider said no. */
  refused: boolean
}

export const stage = signal<Stage>({ name: 'amount' })
/** Why the buyer is back at the form, where they did not go there by themselves. */
export const notice = signal<string | undefined>(undefined)

let arriving = false

/** On to another step; the page follows, unless the buyer may be looking at something else. */
export function goTo(next: Stage, options: { arrive: boolean; because?: string } = { arrive: true }): void {
  arriving = options.arrive
  batch(() => {
    stage.value = next
    notice.value = options.because
  })
}

/** Whether the step that has just been drawn is one the buyer went to. True once. */
export function takeArrival(): boolean {
  const arrived = arriving
  arriving = false
  return arrived
}
