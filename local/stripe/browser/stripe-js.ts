import { createStripe } from './stripe-object.ts'

/** The release that @stripe/stripe-js 10 belongs to: it warns about any other. */
const version = 'endive'

Object.assign(window, { Stripe: Object.assign(createStripe, { version }) })
