import { beforeAll, expect, it } from 'vitest'
import type { Reply } from '#contract/base/endpoint.ts'
import { COUNTED_MAX, type listCountsEndpoint } from '#contract/search/list-counts.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { openDesk, type Desk } from '#tests/harness/desk.ts'
import { functions } from '#tests/harness/every-function.ts'
import { orderOf } from '#tests/harness/order-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const { contact, listCounts, redeemVoucher } = functions

const world = useWorld()
let desk: Desk
beforeAll(async () => void (desk = await openDesk(world)))

async function counts(): Promise<Reply<typeof listCountsEndpoint>> {
  const response = await callFunction(listCounts, {
    method: 'GET',
    path: '/api/admin/list-counts',
    headers: desk.headers,
  })
  return (await response.json()) as Reply<typeof listCountsEndpoint>
}

it('counts what each tab of the lists shows', async () => {
  const { id } = await desk.generate()
  await desk.ask(redeemVoucher, id, { amount: 50 })
  const soon = await desk.generate()
  const over = await desk.generate()
  for (const [voucher, days] of [
    [soon, 20],
    [over, -1],
  ] as const)
    await world.rows(
      `update gift_voucher set issued_at = now() - interval '1 year', expires_at = now() + $2 * interval '1 day' where id = $1`,
      [voucher.id, days],
    )
  await orderOf(world)
  const message = {
    firstName: 'Ada',
    lastName: 'V',
    email: 'ada@example.com',
    subject: 'Hello',
    message: 'Hello',
  }
  expect((await callFunction(contact, { path: '/api/contact', body: message })).status).toBe(200)
  await world.rows(
    `insert into appointment (id, first_name, last_name, email, phone, service, created_at, answered_at, confirmed_for, confirmed_minutes, confirmations)
     select gen_random_uuid(), 'Ada', 'V', 'ada@example.com', '0151 496 0999', 'massage', now(), now(), now() + minutes * interval '1 minute', 60, 1
     from unnest(array[-61, -59]) minutes`,
  )
  expect(await counts()).toEqual({
    vouchers: { active: 1, spent: 1, expired: 1, refunded: 0, disputed: 0, expiring: 1 },
    orders: {
      to_prepare: 1,
      ready: 0,
      handed_over: 0,
      refunding: 0,
      part_refunded: 0,
      refunded: 0,
      disputed: 0,
    },
    requests: { unanswered: 1, booked: 1, answered: 2 },
  })
})

it(`counts no further than ${COUNTED_MAX}`, async () => {
  await world.rows(
    `insert into contact_message (id, first_name, last_name, email, subject, message, created_at)
     select gen_random_uuid(), 'Ada', 'V', 'many@example.com', 'Hello', 'Hello', now() from generate_series(1, 150)`,
  )
  expect((await counts()).requests.unanswered).toBe(COUNTED_MAX)
})
