import { randomUUID } from 'node:crypto'
import type { ProductForm } from '#contract/product-form'
import { addProduct } from '#server/products/add-product'
import type { World } from './start-world.ts'

/** Whoever keeps the shelf. */
export const OWNER = randomUUID()

export const FORM: ProductForm = {
  name: 'Massage ball',
  description: 'A ball of natural rubber.',
  price: 3200,
  stock: 5,
}

/** A product as the owner has put it in. */
export const addToShop = (world: World, more: Partial<ProductForm> = {}) =>
  addProduct(world.services, { ...FORM, ...more }, OWNER)

/** How the shelf of a product moved. */
export const movementsOf = (world: World, id: string) =>
  world.rows(`select kind, quantity, actor from stock_movement where product_id = $1 order by id`, [id])

/** What was done to a product. */
export const activityOf = (world: World, id: string) =>
  world.rows(`select action, actor, before, after from activity where product_id = $1 order by id`, [id])
