import { randomUUID } from 'node:crypto'
import type { ProductInput } from '#contract/products/product-form.ts'
import { addProduct } from '#server/products/add-product.ts'
import type { World } from '#tests/harness/start-world.ts'

/** The admin who adds the products. */
export const SHOP_ADMIN_ID = randomUUID()

export const FORM: ProductInput = {
  name: 'Massage ball',
  description: 'A ball of natural rubber.',
  price: 3200,
  stock: 5,
}

/** Adds a product as the owner does. */
export const addToShop = (world: World, more: Partial<ProductInput> = {}) =>
  addProduct(world.services, { ...FORM, ...more }, SHOP_ADMIN_ID)

/** Returns the stock movements of a product. */
export const movementsOf = (world: World, id: string) =>
  world.rows(`select kind, quantity, actor from stock_movement where product_id = $1 order by id`, [id])

/** Returns the activity of a product. */
export const activityOf = (world: World, id: string) =>
  world.rows(`select action, actor, before, after from activity where product_id = $1 order by id`, [id])
