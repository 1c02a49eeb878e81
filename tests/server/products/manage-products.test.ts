import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { settlePayment } from '#server/money/settle/settle-payment.ts'
import { addProduct } from '#server/products/add-product.ts'
import { archiveProduct } from '#server/products/archive-product.ts'
import { changeProduct } from '#server/products/change-product.ts'
import { listProducts } from '#server/products/list-products.ts'
import { restockProduct } from '#server/products/restock-product.ts'
import { activityOf, addToShop, FORM, movementsOf, SHOP_ADMIN_ID } from '#tests/harness/add-to-shop.ts'
import { purchaseOf, startOrder, startPaying, stockOf } from '#tests/harness/order-buyer.ts'
import { payStarted } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const world = useWorld()
const change = (id: string, more: object) =>
  changeProduct(world.services, id, { ...FORM, ...more }, SHOP_ADMIN_ID)
const restock = (id: string, quantity: number, requestId?: string) =>
  restockProduct(world.services, id, { quantity, requestId }, SHOP_ADMIN_ID)
const low = async (name: string) =>
  (await world.rows(`select data from outbox where template = 'low-stock'`)).filter(
    ({ data }) => (data as { product: string }).product === name,
  )

describe('addProduct', () => {
  it('addProduct puts a product on sale, with defaults for missing fields and a counted stock', async () => {
    const added = await addToShop(world)
    expect(added).toMatchObject({
      price: '32.00',
      stock: 5,
      reserved: 0,
      inStock: true,
      category: 'Products',
      image: '',
      features: [],
      lowStock: 0,
      version: 1,
    })
    expect((await listProducts(world.services.db))[0]).toMatchObject({ id: added.id, inStock: true })
    expect(await movementsOf(world, added.id)).toEqual([{ kind: 'count', quantity: 5, actor: SHOP_ADMIN_ID }])
    expect(await activityOf(world, added.id)).toMatchObject([
      {
        action: 'product_added',
        actor: SHOP_ADMIN_ID,
        before: null,
        after: { name: 'Massage ball', stock: 5 },
      },
    ])
  })

  it('addProduct adds one product per request id', async () => {
    const form = { ...FORM, name: 'Pressed twice', requestId: randomUUID() }
    const added = await Promise.all(
      Array.from({ length: 8 }, () => addProduct(world.services, form, SHOP_ADMIN_ID)),
    )
    expect(new Set(added.map(({ id }) => id)).size).toBe(1)
    expect(await movementsOf(world, added[0]?.id ?? '')).toHaveLength(1)
    await expect(addProduct(world.services, { ...form, price: 3300 }, SHOP_ADMIN_ID)).rejects.toMatchObject({
      code: 'request_reused',
    })
  })
})

describe('changeProduct', () => {
  it('changeProduct records a new count, keeps other fields and stores the former values', async () => {
    const { id } = await addToShop(world, {
      category: 'Oils',
      lowStock: 1,
      features: ['Soft'],
      image: '/a.svg',
    })
    const changed = await change(id, { price: 3500, stock: 9, inStock: false, version: 1 })
    expect(changed).toMatchObject({
      price: '35.00',
      stock: 9,
      inStock: false,
      category: 'Oils',
      lowStock: 1,
      features: ['Soft'],
      image: '/a.svg',
      version: 2,
    })
    expect((await movementsOf(world, id))[1]).toEqual({ kind: 'count', quantity: 4, actor: SHOP_ADMIN_ID })
    expect((await activityOf(world, id))[1]).toEqual({
      action: 'product_changed',
      actor: SHOP_ADMIN_ID,
      before: { price_pence: 3200, stock: 5, in_stock: true },
      after: { price_pence: 3500, stock: 9, in_stock: false },
    })
  })

  it('changeProduct refuses a change based on an old version', async () => {
    const { id } = await addToShop(world)
    const both = await Promise.allSettled([
      change(id, { name: 'First tab', version: 1 }),
      change(id, { name: 'Second tab', version: 1 }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(both.find((one) => one.status === 'rejected')?.reason).toMatchObject({ code: 'changed_meanwhile' })
    expect(await activityOf(world, id)).toHaveLength(2)
  })

  it('changeProduct accepts a repeat after a lost response without another change', async () => {
    const { id } = await addToShop(world)
    const once = await change(id, { stock: 7, version: 1 })
    expect(await change(id, { stock: 7, version: 1 })).toEqual(once)
    expect(await movementsOf(world, id)).toHaveLength(2)
    expect(await activityOf(world, id)).toHaveLength(2)
  })

  it('changeProduct refuses an unknown or archived product', async () => {
    const { id } = await addToShop(world)
    await archiveProduct(world.services, id, SHOP_ADMIN_ID)
    for (const gone of [id, randomUUID()]) {
      await expect(change(gone, {})).rejects.toMatchObject({ code: 'not_found' })
      await expect(restock(gone, 1)).rejects.toMatchObject({ code: 'not_found' })
    }
    await expect(archiveProduct(world.services, randomUUID(), SHOP_ADMIN_ID)).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('changeProduct refuses a stock below the reserved units', async () => {
    const { id } = await addToShop(world)
    await startPaying(purchaseOf(id, { quantity: 2 }))
    await expect(change(id, { stock: 1, version: 1 })).rejects.toMatchObject({ code: 'changed_meanwhile' })
    await expect(change(id, { stock: 1, version: 2 })).rejects.toMatchObject({
      code: 'invalid_request',
      fields: { stock: '2 of these are being bought at the moment, so the stock cannot be less than 2' },
    })
    expect(await change(id, { stock: 2, version: 2 })).toMatchObject({ stock: 2, reserved: 2 })
  })

  it('changeProduct and concurrent purchases lose no units', async () => {
    const { id } = await addToShop(world, { stock: 10 })
    const address = (buyer: number) => `198.51.100.${buyer}`
    const buyers = Array.from({ length: 15 }, (_, buyer) => startOrder(purchaseOf(id), address(buyer)))
    const counts = [4, 9, 3, 12, 6].map((stock) => change(id, { stock }).catch((error: Error) => error))
    const [tries, counted] = await Promise.all([Promise.all(buyers), Promise.all(counts)])
    const held = tries.filter(({ status }) => status === 200).length
    const shelf = await stockOf(world, id)
    expect(shelf?.['reserved']).toBe(held)
    expect(Number(shelf?.['stock'])).toBeGreaterThanOrEqual(held)
    for (const one of counted) {
      if (one instanceof Error)
        expect(one).toMatchObject({ fields: { stock: expect.stringContaining('being bought') } })
    }
  })
})

describe('archiveProduct', () => {
  it('archiveProduct removes a product once, and reserved units can still be bought', async () => {
    const { id } = await addToShop(world)
    const started = await startPaying(purchaseOf(id))
    await Promise.all([1, 2, 3].map(() => archiveProduct(world.services, id, SHOP_ADMIN_ID)))
    expect((await activityOf(world, id)).map(({ action }) => action)).toEqual([
      'product_added',
      'product_archived',
    ])
    expect((await listProducts(world.services.db)).map((one) => one.id)).not.toContain(id)
    await payStarted(world, started)
    expect(await settlePayment(world.services, started.intentId)).toMatchObject({ outcome: 'ordered' })
    expect(await stockOf(world, id)).toEqual({ stock: 4, reserved: 0 })
  })
})

describe('restockProduct', () => {
  it('restockProduct adds units once per request id', async () => {
    const { id } = await addToShop(world)
    const requestId = randomUUID()
    await Promise.all(Array.from({ length: 6 }, () => restock(id, 3, requestId)))
    await restock(id, 2)
    expect(await stockOf(world, id)).toEqual({ stock: 10, reserved: 0 })
    expect((await movementsOf(world, id)).slice(1)).toEqual([
      { kind: 'restock', quantity: 3, actor: SHOP_ADMIN_ID },
      { kind: 'restock', quantity: 2, actor: SHOP_ADMIN_ID },
    ])
    expect((await activityOf(world, id))[1]).toMatchObject({ before: { stock: 5 }, after: { stock: 8 } })
    await expect(restock(id, 4, requestId)).rejects.toMatchObject({ code: 'request_reused' })
  })

  it('restockProduct refuses more than the maximum stock', async () => {
    const { id } = await addToShop(world, { stock: 99_990 })
    await expect(restock(id, 11)).rejects.toMatchObject({
      fields: { quantity: 'There are already 99990 on the shelf, so please enter at most 10' },
    })
    expect(await restock(id, 10)).toMatchObject({ stock: 100_000 })
  })
})

describe('low stock', () => {
  it('low stock sends one email per crossing of the threshold, by sale or count', async () => {
    const name = 'Slow seller'
    const { id } = await addToShop(world, { name, stock: 5, lowStock: 3 })
    await change(id, { name, stock: 4 })
    expect(await low(name)).toHaveLength(0)
    await change(id, { name, stock: 3 })
    await change(id, { name, stock: 2 })
    expect(await low(name)).toMatchObject([{ data: { left: 3 } }])
    await restock(id, 2)
    const started = await startPaying(purchaseOf(id))
    await payStarted(world, started)
    await settlePayment(world.services, started.intentId)
    await settlePayment(world.services, started.intentId)
    expect(await low(name)).toMatchObject([{ data: { left: 3 } }, { data: { left: 3 } }])
  })
})
