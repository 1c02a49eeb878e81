import { AsyncLocalStorage } from 'node:async_hooks'

/** How Stripe answered. Answers that prove nothing, such as a declined card, are left out. */
export interface StripeCall {
  outcome: 'ok' | 'refused' | 'unreachable'
  /** Whether it was to start a payment; of a failure, whether only starts may fail. */
  isStart: boolean
}

interface WatchedRun {
  /** Whether Netlify runs the schedules: on the live site only. */
  isScheduled: boolean
  lastCall?: StripeCall | undefined
}

const watched = new AsyncLocalStorage<WatchedRun>()

/** Runs a request or a job, whose calls of Stripe are noted. */
export const watchRun = <Result>(isScheduled: boolean, work: () => Result): Result =>
  watched.run({ isScheduled }, work)

export const isScheduled = (): boolean => watched.getStore()?.isScheduled ?? false

export function noteStripeCall(call: StripeCall): void {
  const run = watched.getStore()
  if (run) run.lastCall = call
}

/** Returns the last call of this request or job, once: it decides for all, so a retry that succeeds is a success. */
export function takeStripeCall(): StripeCall | undefined {
  const run = watched.getStore()
  const call = run?.lastCall
  if (run) run.lastCall = undefined
  return call
}
