import { sendEmails } from '#server/email/send-emails'
import { applyStripeEvent } from '#server/settlement/apply-stripe-event'
import type { Stripe } from 'stripe'
import type { World } from './start-world.ts'

/** Everything that Stripe has said of a payment so far, once more; in that order, unless told otherwise. */
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

/** What Stripe has said of a payment last, alone. */
export async function deliverLastEvent(world: World, about: string): Promise<void> {
  const last = world.stripe.state().events.findLast((event) => JSON.stringify(event).includes(about))
  await applyStripeEvent(world.services, last as Stripe.Event)
}

export const subjectsTo = (world: World, address: string): string[] =>
  world.mail
    .list()
    .filter(({ to }) => to.includes(address))
    .map(({ subject }) => subject)
