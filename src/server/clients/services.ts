import type { Stripe } from 'stripe'
import type { Db } from '../db/db.ts'
import { type Clock, systemClock } from './clock.ts'
import type { EmailClient } from './email.ts'
import { type Random, systemRandom } from './random.ts'

/** The five doors: every effect on the world passes through one of them. */
export interface Services {
  db: Db
  stripe: Stripe
  email: EmailClient
  clock: Clock
  random: Random
}

export type Clients = { [Name in 'db' | 'stripe' | 'email']?: () => Services[Name] }
export type OpenedServices<Given extends Clients> = Pick<
  Services,
  (keyof Given & keyof Services) | 'clock' | 'random'
>

/**
 * The doors that a function names, and no others, so that its bundle holds no more than it uses. Each is opened when it
 * is first walked through: an unset secret closes its own door only.
 */
export function openServices<Given extends Clients>(doors: Given): OpenedServices<Given> {
  const services = { clock: systemClock, random: systemRandom }
  for (const [name, open] of Object.entries(doors)) Object.defineProperty(services, name, { get: open })
  return services as OpenedServices<Given>
}
