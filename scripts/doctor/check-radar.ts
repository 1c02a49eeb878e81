import type { Stripe } from 'stripe'
import { ok, wrong, yours, type Finding } from '#scripts/doctor/finding.ts'

const WHERE = 'Stripe → Radar → Rules (docs/stripe.md, Radar rules)'
const DAYS = 30
const HOUR = 3600
const DAY = 24 * HOUR
/** More declines per hour than honest buyers of one clinic cause. */
const DECLINES_MAX = 25
/** Number of charges to read: enough to see a burst. */
const CHARGES = 1000

/**
 * Checks that payments with a wrong security code or postcode are declined. Stripe shows the other Radar rules
 * only in its dashboard. https://docs.stripe.com/api/accounts/object#account_object-settings-card_payments-decline_on
 */
export function checkRadarRules(settings: Stripe.Account['settings']): Finding {
  const { decline_on: declined } = settings?.card_payments ?? {}
  if (!declined)
    return yours(
      'Stripe does not say whether payments with a wrong security code or postcode are blocked.',
      `look: ${WHERE}.`,
    )
  const open = [
    ...(declined.cvc_failure ? [] : ['security code']),
    ...(declined.avs_failure ? [] : ['postcode']),
  ]
  if (open.length === 0) return ok('Payments with a wrong security code or postcode are blocked.')
  return wrong(`Payments with a wrong ${open.join(' or ')} are not blocked.`, `switch it on: ${WHERE}.`)
}

/** Returns whether any hour of the last 30 days has more declines than honest buyers cause. */
export async function checkDeclines(client: Stripe): Promise<Finding[]> {
  const since = Math.floor(Date.now() / 1000) - DAYS * DAY
  const charges = await client.charges
    .list({ created: { gte: since }, limit: 100 })
    .autoPagingToArray({ limit: CHARGES })
  const times = charges.filter(({ status }) => status === 'failed').map(({ created }) => created)
  // Newest first.
  const isBurst = times.some((time, nth) => (times[nth - DECLINES_MAX] ?? Infinity) - time <= HOUR)
  if (!isBurst)
    return [ok(`No hour of the last ${DAYS} days had more than ${DECLINES_MAX} declined payments.`)]
  return [
    wrong(
      `More than ${DECLINES_MAX} payments were declined within one hour of the last ${DAYS} days: somebody may be testing cards.`,
      `look at Stripe → Payments → Failed, and check the rules: ${WHERE}.`,
    ),
  ]
}
