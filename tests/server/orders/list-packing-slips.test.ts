import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { describeActivity } from '#server/activity/describe-activity.ts'
import type { ActivityRow } from '#server/activity/list-activity.ts'
import { listPackingSlips } from '#server/orders/list-packing-slips.ts'
import { orderOf } from '#tests/harness/order-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const world = useWorld()

it('listPackingSlips returns each order with its address, by product, and leaves out what there is not', async () => {
  const orders = [await orderOf(world, 2), await orderOf(world), await orderOf(world)]
  for (const [at, name] of ['Silicone cups', 'Mat', 'Zafu'].entries())
    await world.rows('update orders set product_name = $1 where id = $2', [name, orders[at]!.id])
  await world.rows(
    `update orders set shipping_address = '{}', first_name = '', last_name = '' where id = $1`,
    [orders[2]!.id],
  )
  const slips = await listPackingSlips(world.services, [...orders.map(({ id }) => id), randomUUID()], 'admin')
  expect(slips.map(({ productName, quantity }) => [productName, quantity])).toEqual([
    ['Mat', 1],
    ['Silicone cups', 2],
    ['Zafu', 1],
  ])
  expect(slips[0]).toMatchObject({ firstName: 'First', shippingAddress: { line1: '2 Example Street' } })
  expect(slips[2]!.shippingAddress).toBeNull()
})

// ASVS 16.2.1
it('listPackingSlips records who opened how many, and nothing if there are none', async () => {
  const [one, other] = [await orderOf(world), await orderOf(world)]
  const before = await world.rows(`select from activity where action = 'packing_slips_opened'`)
  await listPackingSlips(world.services, [one.id, other.id, randomUUID()], 'the desk')
  await listPackingSlips(world.services, [randomUUID()], 'the desk')
  const entries = await world.rows<ActivityRow>(
    `select action, actor, after, null as before from activity where action = 'packing_slips_opened' order by at`,
  )
  expect(entries.slice(before.length)).toMatchObject([{ actor: 'the desk', after: { count: 2 } }])
  expect(describeActivity(entries.at(-1)!)).toBe('Packing slips of orders opened: 2')
})
