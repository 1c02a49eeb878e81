import { neon, neonConfig } from '@neondatabase/serverless'
import { desc, isNull, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/neon-http'
import { boolean, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import express from 'express'

neonConfig.fetchEndpoint = (host, port) => `http://${host}:${port}/sql`

const product = pgTable('product', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  description: text('description').notNull(),
  pricePence: integer('price_pence').notNull(),
  image: text('image').notNull(),
  category: text('category').notNull(),
  inStock: boolean('in_stock').notNull(),
  stock: integer('stock').notNull(),
  reserved: integer('reserved').notNull(),
  features: text('features').array().notNull(),
  benefits: text('benefits').array().notNull(),
  frequencies: text('frequencies').array().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  archivedAt: timestamp('archived_at', { withTimezone: true }),
})

const { id, name, description, pricePence, image, category, features, benefits, frequencies, createdAt } =
  product
const db = drizzle(neon(process.env['DATABASE_URL'] ?? ''))

const app = express()
app.get('/api/products', async (_request, response) => {
  const rows = await db
    .select({
      id,
      name,
      description,
      pricePence,
      image,
      category,
      inStock: sql`${product.inStock} and ${product.stock} > ${product.reserved}`,
      inCheckouts: sql`${product.inStock} and ${product.stock} > 0 and ${product.stock} = ${product.reserved}`,
      stock: sql`case when ${product.inStock} then ${product.stock} - ${product.reserved} else 0 end`,
      features,
      benefits,
      frequencies,
      createdAt,
    })
    .from(product)
    .where(isNull(product.archivedAt))
    .orderBy(desc(createdAt), id)
  response.json(rows.map(({ pricePence, ...row }) => ({ ...row, price: (pricePence / 100).toFixed(2) })))
})

const server = app.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${server.address().port}`))
process.on('message', () => process.send?.(process.cpuUsage()))
