import { type ReadonlySignal, signal } from '@preact/signals-react'
import { ClientSecretSchema } from '#contract/payments'
import * as v from 'valibot'
import type { OpenPayment } from './stepper.ts'

/** One try to buy one thing. As long as the thing stays the same it is the same try, so that there is one intent for it. */
export const AttemptSchema = v.object({
  requestId: v.pipe(v.string(), v.uuid()),
  /** What was asked for, to notice when that changes. */
  order: v.string(),
  /** A former intent that may still be open, for the server to cancel. */
  replaces: v.optional(ClientSecretSchema),
  /** The server's answer, once it has come. */
  open: v.optional(v.object({ clientSecret: ClientSecretSchema, publishableKey: v.string() })),
})

export type Attempt = v.InferOutput<typeof AttemptSchema>

export type Attempts = ReturnType<typeof createAttempts>

/** The tries to buy what `order` says, one at a time. */
export function createAttempts(order: ReadonlySignal<unknown>) {
  const attempt = signal<Attempt | undefined>(undefined)

  /** The try for what the form says now: the former one, or a new one in its place. */
  function currentAttempt(): Attempt {
    const asked = JSON.stringify(order.value)
    const former = attempt.value
    if (former?.order === asked) return former
    return (attempt.value = newAttempt(asked, lastSecret()))
  }

  /** The intent for exactly what the form says now, if there is one. */
  function openPayment(): OpenPayment | undefined {
    const former = attempt.value
    return former?.order === JSON.stringify(order.value) ? former.open : undefined
  }

  const lastSecret = () => attempt.value?.open?.clientSecret ?? attempt.value?.replaces

  /** An intent this tab did not start is open: the next one takes its place. */
  function replaceNext(clientSecret: string): void {
    attempt.value ??= newAttempt('', clientSecret)
  }

  /** What was asked for is forgotten. What may still be open of it makes way for the next. */
  function giveUp(): void {
    const secret = lastSecret()
    attempt.value = secret === undefined ? undefined : newAttempt('', secret)
  }

  function forget(): void {
    attempt.value = undefined
  }

  return { attempt, current: currentAttempt, open: openPayment, replaceNext, giveUp, forget }
}

const newAttempt = (order: string, replaces?: string): Attempt => ({
  requestId: crypto.randomUUID(),
  order,
  replaces,
})
