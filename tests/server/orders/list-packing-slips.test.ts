import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
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
  const slips = await listPackingSlips(world.services.db, [...orders.map(({ id }) => id), randomUUID()])
  expect(slips.map(({ productName, quantity }) => [productName, quantity])).toEqual([
    ['Mat', 1],
    ['Silicone cups', 2],
    ['Zafu', 1],
  ])
  expect(slips[0]).toMatchObject({ firstName: 'First', shippingAddress: { line1: '2 Example Street' } })
  expect(slips[2]!.shippingAddress).toBeNull()
})
