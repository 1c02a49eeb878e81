import { formatTable } from '#tests/benchmarks/report.ts'
import type { BuiltSite, Calls } from '#tests/benchmarks/round-trips/built-site.ts'
import { SCENARIOS, type Limits, type Scenario } from '#tests/benchmarks/round-trips/scenarios.ts'
import { target, type BenchmarkTarget } from '#tests/benchmarks/target.ts'

interface RoundTrips {
  call: string
  /** Before the response. */
  beforeAnswer: Calls
  /** In `waitUntil`: emails sent at once. */
  afterAnswer: Calls
  limits: Limits
}

export async function countRoundTrips(world: BuiltSite): Promise<RoundTrips[]> {
  const counted: RoundTrips[] = []
  for (const scenario of SCENARIOS) counted.push(await count(world, scenario))
  return counted
}

async function count(world: BuiltSite, { name, limits, prepare }: Scenario): Promise<RoundTrips> {
  const call = await prepare(world)
  await world.functions.settled()
  const before = world.calls()
  const answer = await call()
  // Read now: the calls of `waitUntil` have been sent but have not arrived yet.
  const answered = world.calls()
  if (!answer.ok) throw new Error(`${name}: ${await answer.text()}`)
  await world.functions.settled()
  return {
    call: name,
    beforeAnswer: difference(answered, before),
    afterAnswer: difference(world.calls(), answered),
    limits,
  }
}

function difference(after: Calls, before: Calls): Calls {
  return {
    database: after.database - before.database,
    stripe: after.stripe - before.stripe,
    mail: after.mail - before.mail,
  }
}

export function roundTripTargets(trips: RoundTrips[]): BenchmarkTarget[] {
  return trips.flatMap(({ call, beforeAnswer, limits }) =>
    Object.entries(limits).map(([service, limit]) =>
      target(`${call}: round trips to ${service}`, beforeAnswer[service as keyof Calls], limit, ''),
    ),
  )
}

export function roundTripTable(trips: RoundTrips[]): string {
  const rows = trips.map(({ call, beforeAnswer: now, afterAnswer: then }) => [
    call,
    now.database,
    now.stripe,
    then.database,
    then.stripe,
    then.mail,
  ])
  return formatTable(['round trips of', 'database', 'Stripe', 'then database', 'Stripe', 'email'], rows)
}
