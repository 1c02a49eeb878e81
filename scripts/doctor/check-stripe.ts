import { Stripe } from 'stripe'
import { checkDomains } from '#scripts/doctor/check-domains.ts'
import { checkPermissions } from '#scripts/doctor/check-permissions.ts'
import { checkDeclines, checkRadarRules } from '#scripts/doctor/check-radar.ts'
import { checkDeliveries, checkWebhook, isLiveKey } from '#scripts/doctor/check-webhook.ts'
import { ok, unseen, wrong, yours, type Check, type Finding } from '#scripts/doctor/finding.ts'
import { stripe } from '#server/clients/stripe.ts'
import { env } from '#server/env.ts'

const KEYS = 'Stripe → Developers → API keys'
/** https://docs.stripe.com/get-started/account/statement-descriptors */
const DESCRIPTOR_MAX = 22
const PREFIX_MAX = 10
/** Suffix of a voucher's statement descriptor, the longest one. */
const LONGEST_SUFFIX = 'VOUCHER'

/** Checks that both keys are valid and of one mode, and that the account can charge, pay out and send webhooks. */
export const checkStripe: Check = {
  about: 'Stripe',
  async run() {
    const secret = env('STRIPE_SECRET_KEY')
    const publishable = env('STRIPE_PUBLISHABLE_KEY')
    const client = stripe(secret)
    const found = await Promise.all([
      permitted('the account', () => account(client, isLiveKey(secret))),
      publishableKey(stripe(publishable)),
      permitted('payment method domains', () => checkDomains(client)),
      permitted('charges', () => checkDeclines(client)),
      permitted('webhook endpoints', () => checkWebhook(client)),
      permitted('events', () => checkDeliveries(client)),
      checkPermissions(client, secret),
    ])
    return [...modes(secret, publishable), ...found.flat()]
  },
  explain(error) {
    if (error instanceof Stripe.errors.StripeAuthenticationError)
      return wrong('Stripe does not accept STRIPE_SECRET_KEY.', `copy it again: ${KEYS}.`)
    if (error instanceof Stripe.errors.StripeConnectionError)
      return unseen('Stripe could not be asked.', 'run this again; see also status.stripe.com.')
    return undefined
  },
}

function modes(secret: string, publishable: string): Finding[] {
  const isLive = isLiveKey(secret)
  if (isLive !== isLiveKey(publishable))
    return [
      wrong('One of the two Stripe keys is live and the other one is for tests.', `copy both from ${KEYS}.`),
    ]
  if (isLive) return [ok('Both keys are live: cards are really charged.')]
  return [
    yours(
      'The keys are Stripe’s test keys: no card is really charged.',
      'before opening, put in the live keys and the live endpoint’s secret (docs/stripe.md).',
    ),
  ]
}

/** Test payments also work before Stripe has activated the account. */
async function account(client: Stripe, isLive: boolean): Promise<Finding[]> {
  const {
    charges_enabled: charges,
    payouts_enabled: payouts,
    settings,
  } = await client.accounts.retrieveCurrent()
  const lacking = isLive ? wrong : yours
  const next = 'finish what Stripe asks for: Stripe → Home, and Settings → Business.'
  return [
    ok('Stripe accepts STRIPE_SECRET_KEY.'),
    ...(charges ? [] : [lacking('The account may not take real payments yet.', next)]),
    ...(payouts ? [] : [lacking('The account may not pay out to the bank yet.', next)]),
    descriptor(settings),
    checkRadarRules(settings),
  ]
}

/** Without a prefix Stripe uses the first ten characters of the descriptor. */
function descriptor(settings: Stripe.Account['settings']): Finding {
  const where = 'Stripe → Settings → Business → Public details'
  const { statement_descriptor_prefix: own } = settings?.card_payments ?? {}
  const prefix = own ?? settings?.payments.statement_descriptor?.slice(0, PREFIX_MAX)
  if (!prefix)
    return wrong(
      'No statement descriptor is set, so buyers may not recognise the payment on their bank statement.',
      `enter one with a shortened descriptor of at most ${PREFIX_MAX} characters: ${where}.`,
    )
  const line = `${prefix}* ${LONGEST_SUFFIX}`
  if (line.length <= DESCRIPTOR_MAX) return ok('The statement descriptor fits on a bank statement.')
  return wrong(
    `The statement descriptor “${line}” is ${line.length} of at most ${DESCRIPTOR_MAX} characters.`,
    `enter a shortened descriptor of at most ${PREFIX_MAX} characters: ${where}.`,
  )
}

/** Stripe refuses a valid publishable key with another error than an invalid one. */
async function publishableKey(client: Stripe): Promise<Finding[]> {
  const name = 'STRIPE_PUBLISHABLE_KEY'
  try {
    await client.accounts.retrieveCurrent()
    return [
      wrong(`${name} is a secret key, and every visitor’s browser is given it.`, `roll it at once: ${KEYS}.`),
    ]
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    if (error.code === 'secret_key_required') return [ok(`Stripe knows ${name}.`)]
    if (error instanceof Stripe.errors.StripeAuthenticationError)
      return [wrong(`Stripe does not accept ${name}.`, `copy it again: ${KEYS}.`)]
    return [unseen(`Stripe did not say whether it knows ${name}.`, 'run this again.')]
  }
}

/** A restricted key may lack the permissions that only this command needs. */
async function permitted(what: string, look: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await look()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripePermissionError)) throw error
    return [unseen(`The restricted key may not read ${what}.`, `allow it to read ${what}: ${KEYS}.`)]
  }
}
