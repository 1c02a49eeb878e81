import type Stripe from 'stripe'
import { API_VERSION, type TestAccount } from '#local/stripe/account.ts'
import type { Webhooks } from '#local/stripe/event-deliveries.ts'
import type { StripeState } from '#local/stripe/state.ts'
import { newId } from '#local/stripe/stripe-ids.ts'

export interface EventLog {
  emit: TestAccount['emit']
  during: <Result>(request: Stripe.Event.Request, work: () => Result) => Result
}

/** Records an event with a snapshot of its object, and sends its webhooks. */
export function eventLog(
  state: StripeState,
  now: () => number,
  { announce, listeners }: Pick<Webhooks, 'announce' | 'listeners'>,
): EventLog {
  let current: Stripe.Event.Request | null = null
  return {
    emit(type, object) {
      const event: Stripe.EventBase = {
        id: newId('evt'),
        object: 'event',
        api_version: API_VERSION,
        created: now(),
        data: { object: structuredClone(object) },
        livemode: false,
        pending_webhooks: listeners(type),
        request: current,
        type,
      }
      state.events[event.id] = event
      announce(event)
    },
    during(request, work) {
      current = request
      try {
        return work()
      } finally {
        current = null
      }
    },
  }
}
