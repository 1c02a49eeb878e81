import { Client } from 'pg'
import { addSampleProducts } from '#local/sample-products.ts'

export const PRODUCT_COUNT = 12

/** Adds the sample products and copies up to the count. */
export async function fillProducts(databaseUrl: string): Promise<void> {
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
  } finally {
    await client.end()
  }
}
