import type Stripe from 'stripe'
import { hears, postEvent, type WebhookEndpoint } from '#local/stripe/post-event.ts'
import type { PendingDelivery } from '#local/stripe/state.ts'
import type { Store } from '#local/stripe/store.ts'
import { newId } from '#local/stripe/stripe-ids.ts'

export interface Webhooks {
  announce: (event: Stripe.EventBase) => void
  /** Number of endpoints that receive this type. */
  listeners: (type: string) => number
  endpoints: () => readonly WebhookEndpoint[]
  setEndpoints: (endpoints: WebhookEndpoint[]) => void
  /** Holds all webhooks from now on … */
  hold(): void
  /** … and sends them one after the other. */
  release(): Promise<void>
  /** Discards the held webhooks. */
  drop(): void
  clear(): void
  stop(): Promise<void>
}

/** Delays between attempts (ms). Stripe retries for three days; less is enough here. */
const RETRY_MS = [300, 1500, 5000, 15_000, 60_000, 300_000]

export function startWebhooks({ state, save }: Store, retryMs = RETRY_MS): Webhooks {
  let endpoints: WebhookEndpoint[] = []
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
        schedule(id, pending, 0)
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
    async release() {
      delete state.settings.holdWebhooks
      for (const [id, pending] of Object.entries(state.pending)) {
        if (!pending.held) continue
        pending.held = false
        await attempt(id)
      }
    },
    drop() {
      for (const [id, { held }] of Object.entries(state.pending)) if (held) delete state.pending[id]
    },
    clear: cancelTimers,
    async stop() {
      cancelTimers()
      stopping.abort()
      await Promise.all(running.values())
    },
  }
}
