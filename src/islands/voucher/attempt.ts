import { signal } from '@preact/signals-react'
import { ClientSecretSchema } from '#contract/payments'
import * as v from 'valibot'
import { order } from './form.state.ts'
import type { OpenPayment } from './stage.ts'

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

export const attempt = signal<Attempt | undefined>(undefined)

/** The try for what the form says now: the former one, or a new one in its place. */
export function currentAttempt(): Attempt {
  const asked = JSON.stringify(order.value)
  const former = attempt.value
  if (former?.order === asked) return former
  return (attempt.value = newAttempt(asked, former?.open?.clientSecret ?? former?.replaces))
}

const newAttempt = (asked: string, replaces?: string): Attempt => ({
  requestId: crypto.randomUUID(),
  order: asked,
  replaces,
})

/** The intent for exactly what the form says now, if there is one. */
export function openPayment(): OpenPayment | undefined {
  const current = attempt.value
  return current?.order === JSON.stringify(order.value) ? current.open : undefined
}

/** An intent this tab did not start is open: the next one takes its place. */
export function replaceNext(clientSecret: string): void {
  attempt.value ??= newAttempt('', clientSecret)
}

export function forgetAttempt(): void {
  attempt.value = undefined
}
