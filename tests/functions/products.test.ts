import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { clinic } from '#clinic/current-clinic.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { functions } from '#tests/harness/every-function.ts'
import { useWorld } from '#tests/harness/world.ts'

const { productInquiries, products } = functions

const world = useWorld()
const [MAT, FORK, GONE] = [randomUUID(), randomUUID(), randomUUID()]

beforeAll(async () => {
  const insert = `insert into product (id, name, description, price_pence, in_stock, stock, reserved, features, frequencies, created_at, archived_at)
    values ($1, $2, 'A thing for home.', 3200, $3, $4, $5, '{"Cotton, washable"}', '{"128 Hz - Low C"}', $6, $7)`
  await world.rows(insert, [MAT, 'Acupressure mat', true, 5, 2, '2026-11-01T10:00:00Z', null])
  const held = randomUUID()
  await world.rows(
    `insert into payment (id, purpose, amount_pence, created_at, pay_by) values ($1, 'order', 6400, now(), now() + interval '30 minutes')`,
    [held],
  )
  await world.rows(
    `insert into stock_reservation (payment_id, product_id, quantity, price_pence, holder, created_at) values ($1, $2, 2, 3200, 'somebody', now())`,
    [held, MAT],
  )
  await world.rows(insert, [FORK, 'Tuning fork', false, 3, 0, '2026-11-02T10:00:00Z', null])
  await world.rows(insert, [GONE, 'Old thing', true, 3, 0, '2026-11-03T10:00:00Z', '2026-11-04T10:00:00Z'])
})

const list = () => callFunction(products, { path: '/api/products', method: 'GET' })
const ask = (body: object) => callFunction(productInquiries, { path: '/api/product-inquiries', body })
const INQUIRY = {
  productId: MAT,
  firstName: 'First',
  lastName: 'Last',
  email: 'asker@example.com',
  quantity: 2,
}

describe('products', () => {
  it('are newest first, without reserved units and archived products', async () => {
    const response = await list()
    expect(response.status).toBe(200)
    const found = (await response.json()) as Record<string, unknown>[]
    expect(found.map(({ name, inStock, stock, price }) => [name, inStock, stock, price])).toEqual([
      ['Tuning fork', false, 0, '32.00'],
      ['Acupressure mat', true, 3, '32.00'],
    ])
    expect(found[1]).toMatchObject({
      features: ['Cotton, washable'],
      frequencies: ['128 Hz - Low C'],
      category: 'Wellness',
    })
  })

  it('may be cached by the CDN for 15 seconds', async () => {
    const { headers } = await list()
    expect(headers.get('netlify-cdn-cache-control')).toBe('public, s-maxage=15, stale-while-revalidate=60')
    expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
  })
})

describe('product-inquiries', () => {
  it('are stored with their quantity, emailed to the clinic and confirmed', async () => {
    expect((await ask(INQUIRY)).status).toBe(200)
    expect(await world.rows('select quantity, message from product_inquiry')).toEqual([
      { quantity: 2, message: null },
    ])
    const toClinic = world.mail.list().find(({ to }) => to.includes(clinic.email))
    expect(toClinic?.subject).toBe('Product question: First Last, Acupressure mat')
    expect(toClinic?.replyTo).toContain('asker@example.com')
    expect(world.mail.list().filter(({ to }) => to.includes('asker@example.com'))).toHaveLength(1)
  })

  it('accept a product that is sold out and refuse an archived one', async () => {
    expect((await ask({ ...INQUIRY, productId: FORK })).status).toBe(200)
    expect((await ask({ ...INQUIRY, productId: GONE })).status).toBe(404)
    expect((await ask({ ...INQUIRY, productId: randomUUID() })).status).toBe(404)
  })

  // ASVS 2.4.1
  it('are counted before the product is looked up', async () => {
    const address = '198.51.100.9'
    const askFor = (productId: string) =>
      callFunction(productInquiries, {
        path: '/api/product-inquiries',
        body: { ...INQUIRY, productId },
        address,
      })
    for (let nth = 0; nth < 5; nth++) expect((await askFor(randomUUID())).status).toBe(404)
    expect((await askFor(randomUUID())).status).toBe(429)
    expect((await askFor(FORK)).status).toBe(429)
  })

  it.each([0, -1, 1.5, 2 ** 31, '2; drop', '', null, [1], '１'])(
    'refuse the quantity %j',
    async (quantity) => {
      const response = await ask({ ...INQUIRY, quantity })
      expect(response.status).toBe(400)
      expect(((await response.json()) as { fields: object }).fields).toHaveProperty('quantity')
    },
  )
})
