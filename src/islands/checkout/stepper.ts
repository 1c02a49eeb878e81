import { batch, signal } from '@preact/signals-react'

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

/** Where a buyer is from the moment there is something to pay. Before that each island has steps of its own. */
export type PaymentStage<Bought> =
  | ({ name: 'payment' } & OpenPayment)
  /** Back on the page with a payment of which we do not know yet what became of it. */
  | ({ name: 'resuming'; clientSecret: string; unreached: boolean } & Resuming)
  | { name: 'success'; clientSecret: string; bought: Bought }
  /** Paid, and what was bought follows by e-mail: the provider is still working, or we could not be reached. */
  | { name: 'following'; clientSecret: string; reference: string; reason: 'processing' | 'unreached' }

export type GoTo<Stage> = (next: Stage, options?: { arrive: boolean; because?: string }) => void

/** The step that a buyer is at, and the way to others. */
export function createStages<Stage>(first: Stage) {
  const stage = signal(first)
  /** Why the buyer is back at the form, where they did not go there by themselves. */
  const notice = signal<string | undefined>(undefined)
  let arriving = false

  /** On to another step; the page follows, unless the buyer may be looking at something else. */
  const goTo: GoTo<Stage> = (next, options = { arrive: true }) => {
    arriving = options.arrive
    batch(() => {
      stage.value = next
      notice.value = options.because
    })
  }

  /** Whether the step that has just been drawn is one the buyer went to. True once. */
  function takeArrival(): boolean {
    const arrived = arriving
    arriving = false
    return arrived
  }

  return { stage, notice, goTo, takeArrival }
}
