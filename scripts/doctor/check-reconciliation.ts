import { Stripe } from 'stripe'
import { formatPounds } from '#contract/base/money.ts'
import { checkPortal } from '#scripts/doctor/check-portal.ts'
import { ok, unseen, wrong, type Check, type Finding } from '#scripts/doctor/finding.ts'
import { database } from '#server/clients/database.ts'
import { systemClock } from '#server/clients/services.ts'
import { stripe } from '#server/clients/stripe.ts'
import { findDifferences, type Difference } from '#server/money/reconcile/find-differences.ts'
import { listShownPayments } from '#server/reports/list-shown-payments.ts'

const DAYS = 30
/** Differences listed one by one; the rest is a number. */
const MOST = 10

/** Checks that Stripe's payments of the last 30 days agree with our vouchers and orders. */
export const checkReconciliation = (withinMs: number): Check => ({
  about: 'Reconciliation',
  async run() {
    const services = { db: database(), stripe: stripe(), clock: systemClock }
    const until = systemClock.now().getTime() + withinMs
    const timeIsUp = () => systemClock.now().getTime() >= until
    const shown = await listShownPayments(services)
    const { differences, complete } = await findDifferences(services, { days: DAYS, shown, timeIsUp })
    return [
      ...describe(differences),
      ...(complete ? [] : [notAll(withinMs)]),
      ...agreed(differences, complete),
    ]
  },
  explain(error) {
    if (!(error instanceof Stripe.errors.StripeError)) return checkPortal.explain?.(error)
    if (error instanceof Stripe.errors.StripePermissionError)
      return unseen(
        'The restricted key may not read payments, refunds and disputes, so they were not compared.',
        'allow it to read them: Stripe → Developers → API keys.',
      )
    return unseen(
      'Stripe’s lists could not be read, so nothing was compared.',
      'put right what stands under Stripe above, and run this again.',
    )
  },
})

function agreed({ length }: Difference[], complete: boolean): Finding[] {
  return length === 0 && complete
    ? [ok(`Stripe’s payments of the last ${DAYS} days agree with our vouchers and orders.`)]
    : []
}

const notAll = (withinMs: number) =>
  unseen(
    `Not all payments of the last ${DAYS} days could be compared within ${withinMs / 1000} seconds.`,
    'look into Needs attention: once an hour, the schedule compares all of the last eight days.',
  )

function describe(differences: Difference[]): Finding[] {
  const more = differences.length - MOST
  return [
    ...differences.slice(0, MOST).map(describeOne),
    ...(more > 0 ? [wrong(`There are ${more} more differences.`, NEXT)] : []),
  ]
}

const NEXT = 'see docs/stuck-payment.md, Differences.'

function describeOne({ kind, subject, expectedPence, actualPence }: Difference): Finding {
  const [expected, actual] = [`£${formatPounds(expectedPence)}`, `£${formatPounds(actualPence)}`]
  switch (kind) {
    case 'nothing_given':
      return wrong(
        `${expected} was paid with ${subject}, and nothing was delivered for it.`,
        `refund it in full at Stripe, or make the voucher by hand; ${NEXT}`,
      )
    case 'given_twice':
      return wrong(
        `Two things were delivered for one payment of ${expected}, ${subject}.`,
        `refund or void one of them; ${NEXT}`,
      )
    case 'amounts_differ':
      return wrong(
        `Stripe has ${expected} of ${subject}, our books have ${actual}.`,
        `run this again in an hour, when its refunds and disputes have arrived; if it stays, ${NEXT}`,
      )
    case 'balance_exceeds':
      return wrong(
        `Voucher ${subject} holds ${actual}, but only ${expected} of it is backed by money.`,
        `take the excess off with Adjust, unless the buyer is owed it; ${NEXT}`,
      )
    case 'refunds_exceed':
      return wrong(
        `${actual} of voucher ${subject} was paid back, but only ${expected} had been paid and not redeemed.`,
        `ask the admin in its history why; ${NEXT}`,
      )
  }
}
