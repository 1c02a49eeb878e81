import type Stripe from 'stripe'
import { hears, postEvent, type WebhookEndpoint } from '#local/stripe/post-event.ts'
import type { PendingDelivery, StripeState } from '#local/stripe/state.ts'
import type { Store } from '#local/stripe/store.ts'
import { missing } from '#local/stripe/stripe-errors.ts'
import { newId } from '#local/stripe/stripe-ids.ts'

export type ReleaseOrder = 'given' | 'reversed' | string[]

export interface Webhooks {
  announce: (event: Stripe.EventBase) => void
  /** Number of endpoints that receive this type. */
  listeners: (type: string) => number
  endpoints: () => readonly WebhookEndpoint[]
  setEndpoints: (endpoints: WebhookEndpoint[]) => void
  /** Holds all webhooks from now on … */
  hold(): void
  /** … and sends them one after the other: in order, reversed, or in the order of the given event ids. */
  release(order?: ReleaseOrder): Promise<void>
  /** Discards the held webhooks. */
  drop(): void
  delay(ms: number): void
  /** Sends an event again, several times in parallel. */
  resend(eventId: string, times?: number): Promise<void>
  clear(): void
  stop(): Promise<void>
}

/** Delays between attempts (ms). Stripe retries for three days; less is enough here. */
export const RETRY_MS = [300, 1500, 5000, 15_000, 60_000, 300_000]

export function startWebhooks({ state, save }: Store, retryMs = RETRY_MS): Webhooks {
  let endpoints: WebhookEndpoint[] = []
  let delayMs = 0
  const timers = new Map<string, NodeJS.Timeout>()
  const running = new Map<string, Promise<void>>()
  const stopping = new AbortController()

  function schedule(id: string, pending: PendingDelivery, ms: number) {
    pending.held = state.settings.holdWebhooks === true
    if (pending.held) return
    const timer = setTimeout(() => {
      timers.delete(id)
      void attempt(id)
    }, ms)
    timers.set(id, timer)
  }

  function attempt(id: string): Promise<void> {
    const attempted = send(id).finally(() => running.delete(id))
    running.set(id, attempted)
    return attempted
  }

  async function send(id: string) {
    const pending = state.pending[id]
    const event = pending && state.events[pending.event]
    const endpoint = pending && endpoints[pending.endpoint]
    if (!event || !endpoint) return
    const delivery = await postEvent(event, endpoint, pending.attempt, stopping.signal)
    // Stopped during the request: it stays pending and is sent at the next start.
    if (stopping.signal.aborted || !state.pending[id]) return
    state.deliveries[newId('wd')] = delivery
    settle(id, pending, delivery.status)
    await save()
  }

  function settle(id: string, pending: PendingDelivery, status: number | string) {
    const event = state.events[pending.event]
    const pause = retryMs[pending.attempt - 1]
    const arrived = typeof status === 'number' && status >= 200 && status < 300
    if (event && arrived) event.pending_webhooks = Math.max(0, event.pending_webhooks - 1)
    if (!arrived && pause !== undefined) {
      pending.attempt++
      return schedule(id, pending, pause)
    }
    delete state.pending[id]
  }

  function cancelTimers() {
    for (const timer of timers.values()) clearTimeout(timer)
    timers.clear()
  }

  return {
    announce(event) {
      for (const [index, endpoint] of endpoints.entries()) {
        if (!hears(endpoint, event.type)) continue
        const pending = { event: event.id, endpoint: index, attempt: 1, held: false }
        const id = newId('wp')
        state.pending[id] = pending
        schedule(id, pending, delayMs)
      }
    },
    listeners: (type) => endpoints.filter((endpoint) => hears(endpoint, type)).length,
    endpoints: () => endpoints,
    setEndpoints(next) {
      endpoints = next
      const idle = Object.entries(state.pending).filter(
        ([id, { held }]) => !held && !timers.has(id) && !running.has(id),
      )
      for (const [id, pending] of idle) schedule(id, pending, 0)
    },
    hold() {
      state.settings.holdWebhooks = true
      for (const id of timers.keys()) state.pending[id]!.held = true
      cancelTimers()
    },
    async release(order = 'given') {
      delete state.settings.holdWebhooks
      for (const [id, pending] of inOrder(state.pending, order)) {
        pending.held = false
        await attempt(id)
      }
    },
    drop() {
      for (const [id, { held }] of Object.entries(state.pending)) if (held) delete state.pending[id]
    },
    delay: (ms) => void (delayMs = ms),
    async resend(eventId, times = 1) {
      const event = state.events[eventId]
      if (!event) throw missing('event', eventId)
      const calls = Array.from({ length: times }, () => endpoints).flat()
      const sent = await Promise.all(calls.map((endpoint) => postEvent(event, endpoint, 1, stopping.signal)))
      for (const delivery of sent) state.deliveries[newId('wd')] = delivery
      await save()
    },
    clear() {
      cancelTimers()
      delayMs = 0
    },
    async stop() {
      cancelTimers()
      stopping.abort()
      await Promise.all(running.values())
    },
  }
}

function inOrder(pending: StripeState['pending'], order: ReleaseOrder): [string, PendingDelivery][] {
  const held = Object.entries(pending).filter(([, each]) => each.held)
  if (order === 'given') return held
  if (order === 'reversed') return held.toReversed()
  const rank = ({ event }: PendingDelivery) => (order.includes(event) ? order.indexOf(event) : order.length)
  return held.toSorted(([, one], [, other]) => rank(one) - rank(other))
}
