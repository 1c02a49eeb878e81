import { Client } from 'pg'
import { addSampleProducts } from '#local/sample-products.ts'

export const PRODUCT_COUNT = 12

/** Adds the sample products and copies up to the count, with this stock. Resolves to their ids and prices. */
export async function fillProducts(
  databaseUrl: string,
  stock?: number,
): Promise<{ id: string; pence: number }[]> {
  await addSampleProducts(databaseUrl)
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(
      `insert into product (id, name, description, price_pence, image, stock, features, benefits, frequencies, created_at)
       select gen_random_uuid(), name || ', large', description, price_pence, image, stock, features, benefits, frequencies,
         created_at - interval '1 day'
       from product order by created_at desc limit greatest(0, $1 - (select count(*) from product))`,
      [PRODUCT_COUNT],
    )
    if (stock !== undefined) await client.query('update product set stock = $1', [stock])
    const { rows } = await client.query<{ id: string; pence: number }>(
      'select id, price_pence as pence from product order by created_at desc',
    )
    return rows
  } finally {
    await client.end()
  }
}
