import { createStripe } from '#local/stripe/browser/stripe-object.ts'

/** The release for @stripe/stripe-js 10, which warns about any other. */
const version = 'endive'

Object.assign(window, { Stripe: Object.assign(createStripe, { version }) })
