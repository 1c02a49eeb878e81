import { signal, type ReadonlySignal } from '@preact/signals-react'
import * as v from 'valibot'
import { ClientSecretSchema } from '#contract/money/payments.ts'
import type { OpenPayment } from '#islands/checkout/stepper.ts'

/** A purchase attempt. Unchanged input reuses it, so that there is one PaymentIntent. Drafts store it. */
export const AttemptSchema = v.object({
  requestId: v.pipe(v.string(), v.uuid()),
  /** The input as JSON, to detect changes. */
  order: v.string(),
  /** The client secret of a previous intent that may still be open: the server cancels it. */
  replaces: v.optional(ClientSecretSchema),
  /** Set once the server has created the intent. */
  open: v.optional(v.object({ clientSecret: ClientSecretSchema, publishableKey: v.string() })),
})

export type Attempt = v.InferOutput<typeof AttemptSchema>

/** Keeps the purchase attempt for an input. */
export function createAttempts(order: ReadonlySignal<unknown>) {
  const attempt = signal<Attempt | undefined>(undefined)

  /** Returns the attempt for the current input: the previous one if it is unchanged, otherwise a new one. */
  function current(): Attempt {
    const input = JSON.stringify(order.value)
    const previous = attempt.value
    if (previous?.order === input) return previous
    return (attempt.value = newAttempt(input, lastSecret()))
  }

  /** Returns the intent for the current input, if there is one. */
  function open(): OpenPayment | undefined {
    const previous = attempt.value
    return previous?.order === JSON.stringify(order.value) ? previous.open : undefined
  }

  const lastSecret = () => attempt.value?.open?.clientSecret ?? attempt.value?.replaces

  /** Makes the next attempt replace an intent that this tab did not start. */
  function replaceNext(clientSecret: string): void {
    attempt.value ??= newAttempt('', clientSecret)
  }

  /** Discards the attempt. The next one replaces its intent, which may still be open. */
  function giveUp(): void {
    const secret = lastSecret()
    attempt.value = secret === undefined ? undefined : newAttempt('', secret)
  }

  function forget(): void {
    attempt.value = undefined
  }

  return { attempt, current, open, replaceNext, giveUp, forget }
}

const newAttempt = (order: string, replaces?: string): Attempt => ({
  requestId: crypto.randomUUID(),
  order,
  replaces,
})
