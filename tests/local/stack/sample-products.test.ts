import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { parse } from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { productsEndpoint } from '#contract/products/products.ts'
import { SAMPLE_PRODUCTS } from '#local/sample-products.ts'
import { startDatabase, type LocalDatabase } from '#local/start-database.ts'
import { startServices } from '#local/start-services.ts'
import { createDb } from '#server/db/db.ts'
import { listProducts } from '#server/products/list-products.ts'
import { scratchFolder } from '#tests/harness/scratch-postgres.ts'

let folder: string
let database: LocalDatabase

beforeAll(async () => {
  folder = scratchFolder()
  database = await startDatabase(join(folder, 'ours'))
})
afterAll(async () => {
  await database.stop()
  await rm(folder, { recursive: true, force: true })
})

const shop = async () => parse(productsEndpoint.reply, await listProducts(createDb(database.url)))
const namesInShop = async () => (await shop()).map(({ name }) => name)
const sampleNames = SAMPLE_PRODUCTS.map(({ name }) => name)

async function run(statement: string): Promise<void> {
  const client = new Client({ connectionString: database.url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

async function restart(): Promise<void> {
  await database.stop()
  database = await startDatabase(join(folder, 'ours'))
}

test('a new shop has the sample products in their order', async () => {
  expect(sampleNames.length).toBeGreaterThanOrEqual(8)
  expect(await namesInShop()).toEqual(sampleNames)
})

test('one sample product is sold out, one has one item left, and the others have more', async () => {
  const stocks = (await shop()).map(({ stock }) => stock).toSorted((a, b) => a - b)
  expect(stocks.slice(0, 3)).toEqual([0, 1, 3])
  expect(Math.max(...stocks)).toBeLessThanOrEqual(20)
})

test('each sample product has a description and measures, and makes no medical claim', async () => {
  for (const { name, description, category, features, benefits, frequencies } of await shop()) {
    expect(description.length).toBeGreaterThanOrEqual(10)
    expect(category).toBe('Wellness')
    expect([features.length, benefits.length]).toEqual([2, 2])
    expect(frequencies.length).toBeGreaterThanOrEqual(2)
    for (const line of frequencies) expect(line).toMatch(/^\S.* - \S.*$/)
    const text = [name, description, ...features, ...benefits].join(' ')
    expect(text).not.toMatch(/cure|heal|treat|reliev|relief|pain|detox|toxin|immun|anxi|stress|insomnia|!/i)
  }
})

test('a second start neither adds nor changes sample products', async () => {
  await run(`update product set stock = 2 where name = 'Wheat bag'`)
  const before = await shop()
  await restart()
  expect(await shop()).toEqual(before)
})

test('a shop that the owner has emptied stays empty', async () => {
  await run('update product set archived_at = now()')
  await restart()
  expect(await namesInShop()).toEqual([])
})

test('no sample product is added to a shop with a product of the owner', async () => {
  await run(`delete from product;
    insert into product (id, name, description, price_pence, created_at)
    values (gen_random_uuid(), 'My own', 'The only one', 500, now())`)
  await restart()
  expect(await namesInShop()).toEqual(['My own'])
})

test('no sample product is added to a database of DATABASE_URL, even an empty one', async () => {
  await run('delete from product')
  const real = { databaseUrl: database.url }
  const dir = join(folder, 'theirs')
  const services = await startServices({ dir, site: 'http://localhost:1', real, report: () => {} })
  await services.stop()
  expect(await namesInShop()).toEqual([])
})
