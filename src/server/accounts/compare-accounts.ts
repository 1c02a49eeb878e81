import { sql } from 'kysely'
import { apartReasons, type accountsAtStripeEndpoint, type ApartReason } from '#contract/accounts/accounts.ts'
import type { Period } from '#contract/accounts/period.ts'
import type { Reply } from '#contract/base/endpoint.ts'
import { formatPounds, type Pence } from '#contract/base/money.ts'
import { countsOn } from '#server/accounts/account-sources.ts'
import { requireBegun } from '#server/accounts/get-accounts.ts'
import {
  feesOf,
  isGross,
  readRowsOf,
  readStripeRows,
  type StripeRow,
  type StripeTime,
} from '#server/accounts/stripe-rows.ts'
import type { Services } from '#server/clients/services.ts'
import { query } from '#server/db/db.ts'
import { startOfDay } from '#server/db/london-days.ts'
import { timeLimit } from '#server/time-limit.ts'

type Deps = Pick<Services, 'db' | 'stripe' | 'clock'>

/** How long Stripe is asked (ms). */
const STRIPE_LIMIT_MS = 20_000
/** What differs is looked up one by one, at most these. */
const LOOKED_UP_MAX = 50

/** What counts at one of both: ours − Stripe's. */
interface Apart {
  of: string | null
  pence: Pence
  reason: ApartReason | 'unexplained'
}

interface ReadAtStripe {
  rows: StripeRow[]
  time: StripeTime
  compared: NonNullable<Reply<typeof accountsAtStripeEndpoint>>
  timeIsUp: () => boolean
}

/** Returns the fees of some days, and compares our books with Stripe's balance, payment by payment. */
export const compareAccounts = async (
  services: Deps,
  period: Period,
): Promise<Reply<typeof accountsAtStripeEndpoint>> => (await readAtStripe(services, period))?.compared ?? null

/** Returns the same with the rows behind it; undefined if they are too many. */
export async function readAtStripe(services: Deps, period: Period): Promise<ReadAtStripe | undefined> {
  requireBegun(period, services.clock.now())
  const timeIsUp = timeLimit(services.clock, STRIPE_LIMIT_MS)
  const { bounds, ours } = await services.db.batch({
    bounds: selectBounds(period),
    ours: selectOnline(period),
  })
  const time = bounds[0]!
  const rows = await readStripeRows(services, time, timeIsUp)
  if (!rows) return undefined
  const gross = rows.filter(isGross)
  const apart = await explain(services, differing(ours, gross), timeIsUp)
  const compared = {
    fees: formatPounds(feesOf(rows)),
    ours: formatPounds(sumOf(ours)),
    stripe: formatPounds(gross.reduce((sum, { amount }) => sum + amount, 0)),
    apart: apartReasons.flatMap((reason) => {
      const some = apart.filter((one) => one.reason === reason)
      return some.length > 0 ? [{ reason, count: some.length, sum: formatPounds(sumOf(some)) }] : []
    }),
    difference: formatPounds(sumOf(apart.filter(({ reason }) => reason === 'unexplained'))),
  }
  return { rows, time, compared, timeIsUp }
}

/** The time of some days in London, as Stripe counts it. */
const selectBounds = ({ from, to }: Period) => sql<StripeTime>`
  select extract(epoch from ${startOfDay(from)})::float8 as gte, extract(epoch from ${startOfDay(to, 1)})::float8 as lt`

interface Booked {
  /** As in `StripeRow`; null until Stripe has it. */
  of: string | null
  pence: Pence
}

const sumOf = (some: readonly { pence: Pence }[]) => some.reduce((sum, { pence }) => sum + pence, 0)

const selectOnline = (period: Period) => sql<Booked>`
  select stripe_id as of, sum(pence)::float8 as pence from takings
  where method = 'online' and ${countsOn('at', period)} group by stripe_id`

/** Returns what does not have the same amount in both on these days. */
function differing(ours: readonly Booked[], rows: readonly StripeRow[]): Booked[] {
  const open = ours.filter(({ of }) => of === null)
  const left = new Map<string, Pence>()
  const add = (of: string, pence: Pence) => left.set(of, (left.get(of) ?? 0) + pence)
  for (const { of, pence } of ours) if (of !== null) add(of, pence)
  for (const { of, id, amount } of rows) add(of ?? id, -amount)
  return [...open, ...[...left].map(([of, pence]) => ({ of, pence }))].filter(({ pence }) => pence !== 0)
}

/** Finds out why each counts at one of both only, from the whole of what both know of it. */
async function explain(services: Deps, some: Booked[], timeIsUp: () => boolean): Promise<Apart[]> {
  if (some.length === 0) return []
  const ids = some.flatMap(({ of }) => of ?? [])
  const { known, disputes } = await services.db.batch({
    known: selectWhole(ids),
    disputes: query
      .selectFrom('dispute')
      .select(['id', 'outcome'])
      .where('id', 'in', ids.length > 0 ? ids : ['']),
  })
  const whole = new Map(known.map(({ of, pence }) => [of, pence]))
  const outcomes = new Map(disputes.map(({ id, outcome }) => [id, outcome]))
  const apart: Apart[] = []
  for (const [nth, { of, pence }] of some.entries()) {
    const isLookedUp = nth < LOOKED_UP_MAX && !timeIsUp()
    apart.push({ of, pence, reason: await reasonOf(of, isLookedUp) })
  }
  return apart

  async function reasonOf(of: string | null, isLookedUp: boolean): Promise<Apart['reason']> {
    if (of === null) return 'refund_due'
    if (outcomes.get(of) === null) return 'dispute_open'
    if (!whole.has(of) && !outcomes.has(of)) return 'not_ours'
    if (!isLookedUp) return 'unexplained'
    const rows = await readRowsOf(services, of)
    const atStripe = rows.filter(isGross).reduce((sum, { amount }) => sum + amount, 0)
    return atStripe === (whole.get(of) ?? 0) ? 'other_day' : 'unexplained'
  }
}

/** Of all days. */
const selectWhole = (ids: string[]) => sql<Booked>`
  select stripe_id as of, sum(pence)::float8 as pence from takings
  where method = 'online' and stripe_id = any(${ids}::text[]) group by stripe_id`
