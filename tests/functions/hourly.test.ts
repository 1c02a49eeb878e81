import { beforeEach, describe, expect, it } from 'vitest'
import hourly from '#functions/hourly.mts'
import { runHourlyJob } from '#server/jobs/hourly-job.ts'
import { settlePayment } from '#server/money/settle/settle-payment.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { takeLoggedErrors } from '#tests/harness/no-stray-errors.ts'
import { buy } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const world = useWorld()

const STEPS = {
  'expire vouchers': `select status = 'expired' as done from gift_voucher where id = $1`,
  'summarise sales': `select summarised_until > now() - interval '2 days' as done from settings`,
  'apply retention to enquiries': `select count(*) = 0 as done from contact_message`,
  'send emails': `select bool_and(sent_at is not null) as done from outbox where key like '%' || $1 || ':voucher-receipt'`,
} as const
type Step = keyof typeof STEPS

let voucherId: string

/** Gives each step something to do. */
beforeEach(async () => {
  const settled = await settlePayment(world.services, (await buy(world)).intentId)
  if (settled.outcome !== 'fulfilled') throw new Error(settled.outcome)
  voucherId = settled.voucher.id
  await world.rows(`update gift_voucher set expires_at = issued_at + interval '1 ms' where id = $1`, [
    voucherId,
  ])
  await world.rows(`update settings set summarised_until = now() - interval '3 days'`)
  await world.rows(
    `insert into contact_message (id, first_name, last_name, email, subject, message, created_at, answered_at)
     select gen_random_uuid(), 'First', 'Last', 'old@example.org', 'Hello', 'Hello', at, at
     from (select now() - interval '13 months' as at) old`,
  )
})

async function stepsDone(): Promise<Step[]> {
  const done: Step[] = []
  for (const [step, query] of Object.entries(STEPS) as [Step, string][]) {
    const [row] = await world.rows<{ done: boolean }>(query, query.includes('$1') ? [voucherId] : [])
    if (row?.done) done.push(step)
  }
  return done
}

const ALL = Object.keys(STEPS)

describe('hourly', () => {
  it.each<[Step, RegExp]>([
    ['expire vouchers', /with lapsed as/],
    ['summarise sales', /with evening as/],
    ['apply retention to enquiries', /delete_old_messages/],
    ['send emails', /claimed_until/],
  ])('runs the other steps if the database fails in “%s”, and answers 200', async (step, match) => {
    world.gateway.fault({ match, times: 2 })
    const response = await callFunction(hourly, { path: '/hourly', body: { next_run: '' } })
    expect(response.status).toBe(200)
    expect(await stepsDone()).toEqual(ALL.filter((other) => other !== step))
    expect(takeLoggedErrors()).toEqual([expect.stringContaining(`"step":"${step}"`)])
    await runHourlyJob(world.services)
    expect(await stepsDone()).toEqual(ALL)
  })

  it.each([
    { perQuery: 1500, perEmail: 0 },
    { perQuery: 0, perEmail: 9500 },
  ])(
    'sends emails, and starts none after 18 s, at $perQuery ms a query and $perEmail ms an email',
    async (ms) => {
      let offset = 0
      const clock = { now: () => new Date(world.clock.now().getTime() + offset) }
      const started: number[] = []
      const { db, email, random, buildHook } = world.services
      await runHourlyJob({
        clock,
        random,
        buildHook,
        db: { ...db, run: (statement) => ((offset += ms.perQuery), db.run(statement)) },
        email: {
          ...email,
          send(message) {
            started.push(offset)
            offset += ms.perEmail
            return email.send(message)
          },
        },
      })
      expect(started).not.toEqual([])
      expect(Math.max(...started)).toBeLessThan(18_000 + ms.perQuery)
      await runHourlyJob(world.services)
    },
  )
})
