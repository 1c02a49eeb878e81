import { Stripe } from 'stripe'
import { ok, wrong, yours, type Finding } from '#scripts/doctor/finding.ts'

/** What the site reads at Stripe, and what it could not do otherwise. Names as in docs/stripe.md. */
const READS: { what: string; without: string; read: (stripe: Stripe) => Promise<unknown> }[] = [
  {
    what: 'payment intents',
    without: 'no purchase can be completed',
    read: (stripe) => stripe.paymentIntents.list({ limit: 1 }),
  },
  {
    what: 'charges',
    without: 'declined cards are not counted',
    read: (stripe) => stripe.charges.list({ limit: 1 }),
  },
  {
    what: 'refunds',
    without: 'refunds of the dashboard are not seen',
    read: (stripe) => stripe.refunds.list({ limit: 1 }),
  },
  {
    what: 'disputes',
    without: 'a disputed voucher stays usable',
    read: (stripe) => stripe.disputes.list({ limit: 1 }),
  },
  {
    what: 'early fraud warnings',
    without: 'a voucher bought with a stolen card stays usable',
    read: (stripe) => stripe.radar.earlyFraudWarnings.list({ limit: 1 }),
  },
  {
    what: 'reviews',
    without: 'a payment under review is fulfilled',
    read: (stripe) => stripe.reviews.list({ limit: 1 }),
  },
  {
    what: 'balance transactions',
    without: 'a refund that failed is compared wrongly, and Accounts has no card fees',
    read: (stripe) => stripe.balanceTransactions.retrieve('txn_that_does_not_exist'),
  },
  {
    what: 'payouts',
    without: 'the accountant’s pack has no fees and no payouts',
    read: (stripe) => stripe.payouts.list({ limit: 1 }),
  },
]

/** Tries each read of the site with one request. A secret key may read everything; a restricted one, what was chosen. */
export async function checkPermissions(stripe: Stripe, key: string): Promise<Finding[]> {
  const refused = await Promise.all(
    READS.map(async (each) => ((await isRefused(stripe, each.read)) ? [each] : [])),
  )
  const faults = refused
    .flat()
    .map(({ what, without }) =>
      wrong(
        `The restricted key may not read ${what}, so ${without}.`,
        'allow it: Stripe → Developers → API keys → the key (docs/stripe.md, A restricted key).',
      ),
    )
  return [
    ...(faults.length === 0 ? [ok('STRIPE_SECRET_KEY may read all that the site reads.')] : faults),
    ...(key.startsWith('rk_') ? [WRITES] : []),
  ]
}

const WRITES = yours(
  'Whether the restricted key may also take payments, make refunds and approve reviews is not tried.',
  'make a purchase of £0.30, and refund it in the portal.',
)

async function isRefused(stripe: Stripe, read: (stripe: Stripe) => Promise<unknown>): Promise<boolean> {
  try {
    await read(stripe)
    return false
  } catch (error) {
    if (error instanceof Stripe.errors.StripePermissionError) return true
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing')
      return false
    throw error
  }
}
