import type Stripe from 'stripe'
import { missing } from './refusals.ts'
import { postEvent, type Endpoint } from './post-event.ts'
import type { PendingDelivery } from './state.ts'
import type { Store } from './store.ts'

export type ReleaseOrder = 'given' | 'reversed' | string[]

export interface Webhooks {
  announce: (event: Stripe.EventBase) => void
  /** How many endpoints there are. */
  listeners: () => number
  setEndpoints: (endpoints: Endpoint[]) => void
  /** From now on nothing is sent … */
  hold(): void
  /** … until now: one after the other, in the order of happening, reversed, or as the given event ids say. */
  release(order?: ReleaseOrder): Promise<void>
  /** What is held is never sent. */
  drop(): void
  delay(ms: number): void
  /** Once more, so many times at once. */
  resend(eventId: string, times?: number): Promise<void>
  clear(): void
  stop(): Promise<void>
}

/** Stripe goes on for three days; a little less is enough here. */
export const RETRY_MS = [300, 1500, 5000, 15_000, 60_000, 300_000]

export function startWebhooks({ state, save }: Store, retryMs = RETRY_MS): Webhooks {
  let endpoints: Endpoint[] = []
  let holding = false
  let delayMs = 0
  const timers = new Map<PendingDelivery, NodeJS.Timeout>()
  const running = new Map<PendingDelivery, Promise<void>>()
  const stopping = new AbortController()

  function schedule(pending: PendingDelivery, ms: number) {
    pending.held = holding
    if (holding) return
    const timer = setTimeout(() => {
      timers.delete(pending)
      void attempt(pending)
    }, ms)
    timers.set(pending, timer)
  }

  function attempt(pending: PendingDelivery): Promise<void> {
    const attempted = send(pending).finally(() => running.delete(pending))
    running.set(pending, attempted)
    return attempted
  }

  async function send(pending: PendingDelivery) {
    const event = state.events[pending.event]
    const endpoint = endpoints[pending.endpoint]
    if (!event || !endpoint) return
    const delivery = await postEvent(event, endpoint, pending.attempt, stopping.signal)
    // Stopped in the middle: it stays pending, and is sent at the next start.
    if (stopping.signal.aborted || !state.pending.includes(pending)) return
    state.deliveries.push(delivery)
    settle(pending, event, delivery.status)
    await save()
  }

  function settle(pending: PendingDelivery, event: Stripe.EventBase, status: number | string) {
    const pause = retryMs[pending.attempt - 1]
    const arrived = typeof status === 'number' && status >= 200 && status < 300
    if (arrived) event.pending_webhooks = Math.max(0, event.pending_webhooks - 1)
    if (!arrived && pause !== undefined) {
      pending.attempt++
      return schedule(pending, pause)
    }
    state.pending = state.pending.filter((other) => other !== pending)
  }

  function cancelTimers() {
    for (const timer of timers.values()) clearTimeout(timer)
    timers.clear()
  }

  return {
    announce(event) {
      for (const endpoint of endpoints.keys()) {
        const pending = { event: event.id, endpoint, attempt: 1, held: false }
        state.pending.push(pending)
        schedule(pending, delayMs)
      }
    },
    listeners: () => endpoints.length,
    setEndpoints(next) {
      endpoints = next
      const idle = state.pending.filter(
        (pending) => !pending.held && !timers.has(pending) && !running.has(pending),
      )
      for (const pending of idle) schedule(pending, 0)
    },
    hold() {
      holding = true
      for (const pending of timers.keys()) pending.held = true
      cancelTimers()
    },
    async release(order = 'given') {
      holding = false
      for (const pending of inOrder(state.pending, order)) {
        pending.held = false
        await attempt(pending)
      }
    },
    drop: () => void (state.pending = state.pending.filter(({ held }) => !held)),
    delay: (ms) => void (delayMs = ms),
    async resend(eventId, times = 1) {
      const event = state.events[eventId]
      if (!event) throw missing('event', eventId)
      const calls = Array.from({ length: times }, () => endpoints).flat()
      const sent = await Promise.all(calls.map((endpoint) => postEvent(event, endpoint, 1, stopping.signal)))
      state.deliveries.push(...sent)
      await save()
    },
    clear() {
      cancelTimers()
      holding = false
      delayMs = 0
    },
    async stop() {
      cancelTimers()
      stopping.abort()
      await Promise.all(running.values())
    },
  }
}

function inOrder(pending: PendingDelivery[], order: ReleaseOrder): PendingDelivery[] {
  const held = pending.filter((each) => each.held)
  if (order === 'given') return held
  if (order === 'reversed') return held.toReversed()
  const rank = ({ event }: PendingDelivery) => (order.includes(event) ? order.indexOf(event) : order.length)
  return held.toSorted((one, other) => rank(one) - rank(other))
}
