import type { ProductForm } from '#contract/product-form'
import { type RawBuilder, sql } from 'kysely'

/** What the owner writes of a product, by its columns. */
export const contentOf = ({ price, inStock, lowStock, ...rest }: ProductForm) => ({
  ...rest,
  price_pence: price,
  in_stock: inStock,
  low_stock: lowStock,
})

const COLUMNS =
  'name, description, price_pence, stock, image, features, frequencies, benefits, category, in_stock, low_stock'

export const contentColumns = sql.raw(COLUMNS)

/** Names the columns of one row. */
export const contentColumnsOf = (row: string) => sql.raw(COLUMNS.replace(/\w+/g, `${row}.$&`))

/** The content of a row as JSON, whatever else the row has. */
export const contentJson = (row: string): RawBuilder<unknown> =>
  sql`(select to_jsonb(content) from (select ${contentColumnsOf(row)}) content)`

/** What of `row` is not in `other`. */
export const changedContent = (row: string, other: string): RawBuilder<unknown> => sql`
  (select jsonb_object_agg(key, value) from jsonb_each(${contentJson(row)}) where ${contentJson(other)} -> key <> value)`
