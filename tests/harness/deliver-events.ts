import type { Stripe } from 'stripe'
import { sendEmails } from '#server/email/send-emails.ts'
import { applyStripeEvent } from '#server/money/settle/apply-stripe-event.ts'
import type { World } from '#tests/harness/start-world.ts'

/** Delivers all events of a payment so far, by default in their order. */
export async function deliverEvents(
  world: World,
  about: string,
  order: 'given' | 'reversed' = 'given',
): Promise<void> {
  const events = world.stripe.state().events.filter((event) => JSON.stringify(event).includes(about))
  for (const event of order === 'given' ? events : events.toReversed()) {
    await applyStripeEvent(world.services, event as Stripe.Event)
  }
  await sendEmails(world.services)
}

/** Delivers only the latest event of a payment. */
export async function deliverLastEvent(world: World, about: string): Promise<void> {
  const last = world.stripe.state().events.findLast((event) => JSON.stringify(event).includes(about))
  await applyStripeEvent(world.services, last as Stripe.Event)
}

export const subjectsTo = (world: World, address: string): string[] =>
  world.mail
    .list()
    .filter(({ to }) => to.includes(address))
    .map(({ subject }) => subject)
