import type { Stripe } from 'stripe'
import type { Db } from '../db/db.ts'
import { type Clock, systemClock } from './clock.ts'
import { database } from './database.ts'
import { type Mail, postmark } from './mail.ts'
import { type Random, systemRandom } from './random.ts'
import { stripe } from './stripe.ts'

/** The five doors: every effect on the world passes through one of them. */
export interface Services {
  db: Db
  stripe: Stripe
  mail: Mail
  clock: Clock
  random: Random
}

/** All doors, each opened when it is first walked through, so that an unset secret closes only its own. */
export const services: Services = {
  get db() {
    return database()
  },
  get stripe() {
    return stripe()
  },
  get mail() {
    return postmark()
  },
  clock: systemClock,
  random: systemRandom,
}
