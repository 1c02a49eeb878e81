import { sql, type RawBuilder } from 'kysely'
import type { ProductInput } from '#contract/products/product-form.ts'

/** Returns the owner's content of a product, keyed by column. */
export const contentOf = ({ price, inStock, lowStock, ...rest }: ProductInput) => ({
  ...rest,
  price_pence: price,
  in_stock: inStock,
  low_stock: lowStock,
})

const COLUMNS =
  'name, description, price_pence, stock, image, features, frequencies, benefits, category, in_stock, low_stock'

export const contentColumns = sql.raw(COLUMNS)

/** The content columns, qualified by row. */
export const contentColumnsOf = (row: string) => sql.raw(COLUMNS.replace(/\w+/g, `${row}.$&`))

/** SQL expression: the content of a row as JSON, without its other columns. */
export const contentJson = (row: string): RawBuilder<unknown> =>
  sql`(select to_jsonb(content) from (select ${contentColumnsOf(row)}) content)`

/** SQL expression: the content of `row` that differs from `other`, as JSON. */
export const changedContent = (row: string, other: string): RawBuilder<unknown> => sql`
  (select jsonb_object_agg(key, value) from jsonb_each(${contentJson(row)}) where ${contentJson(other)} -> key <> value)`
