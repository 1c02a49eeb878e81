import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { activityOf } from '#tests/harness/add-to-shop.ts'
import { signInNewAdmin, type SignedIn } from '#tests/harness/admin-session.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { functions } from '#tests/harness/every-function.ts'
import { purchaseOf, startPaying } from '#tests/harness/order-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const {
  addProduct,
  adminProduct,
  adminProducts,
  archiveProduct,
  changeProduct,
  products,
  restockProduct,
  uploadPicture,
} = functions

const world = useWorld()
let owner: SignedIn
beforeAll(async () => void (owner = await signInNewAdmin(world)))

const PATH = '/api/admin/products'
const FORM = {
  name: 'Massage ball',
  description: 'A ball of natural rubber.',
  price: 32,
  stock: 5,
  image: '',
  features: ['Natural rubber', '7 cm across'],
  frequencies: ['Weight - 120 g'],
  benefits: [],
}

interface Product {
  id: string
  name: string
  version: number
  createdAt: string
}

const asOwner = (handler: typeof addProduct, method: string, id = '', body?: object | string) =>
  callFunction(handler, {
    path: `${PATH}/${id}`,
    method,
    headers: owner.headers,
    params: { id },
    ...(body !== undefined && { body }),
  })

const add = (more: object = {}) => asOwner(addProduct, 'POST', '', { ...FORM, ...more })
const added = async (more: object = {}): Promise<Product> => (await (await add(more)).json()) as Product
const change = (id: string, more: object) => asOwner(changeProduct, 'PUT', id, { ...FORM, ...more })

async function list(query: string): Promise<{ names: string[]; next: string | undefined }> {
  const response = await callFunction(adminProducts, {
    path: `${PATH}?${query}`,
    method: 'GET',
    headers: owner.headers,
  })
  expect(response.status).toBe(200)
  const names = ((await response.json()) as Product[]).map(({ name }) => name)
  const [, next] = /\?(.*)>; rel="next"/.exec(response.headers.get('link') ?? '') ?? []
  return { names, next }
}

describe('the owner', () => {
  it('adds a product by the specified body, and visitors see it', async () => {
    const response = await add({ name: 'Added by the book' })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ price: '32.00', stock: 5, inStock: true, version: 1 })
    const shop = (await (
      await callFunction(products, { path: '/api/products', method: 'GET' })
    ).json()) as Product[]
    expect(shop.find(({ name }) => name === 'Added by the book')).toMatchObject({
      price: '32.00',
      stock: 5,
      category: 'Products',
      features: ['Natural rubber', '7 cm across'],
    })
  })

  it('changes, restocks and deletes it, and the activity names the admin each time', async () => {
    const { id } = await added()
    expect(await (await change(id, { price: '35.50', version: 1 })).json()).toMatchObject({ price: '35.50' })
    const restocked = await asOwner(restockProduct, 'POST', id, { quantity: '3' })
    expect(await restocked.json()).toMatchObject({ stock: 8, version: 3 })
    expect(await (await asOwner(adminProduct, 'GET', id)).json()).toMatchObject({
      stock: 8,
      reserved: 0,
    })
    const archived = await asOwner(archiveProduct, 'DELETE', id, '')
    expect([archived.status, await archived.json()]).toEqual([200, { archived: true }])
    const done = await activityOf(world, id)
    expect(done.map(({ action, actor }) => [action, actor])).toEqual(
      ['product_added', 'product_changed', 'product_restocked', 'product_archived'].map((action) => [
        action,
        owner.adminId,
      ]),
    )
    for (const gone of [id, randomUUID(), 'not-an-id']) {
      expect((await asOwner(adminProduct, 'GET', gone)).status).toBe(404)
      expect((await change(gone, {})).status).toBe(404)
      expect((await asOwner(restockProduct, 'POST', gone, { quantity: 1 })).status).toBe(404)
    }
  })

  it('gets an error when another tab has changed the product first', async () => {
    const { id } = await added()
    expect((await change(id, { name: 'First tab', version: 1 })).status).toBe(200)
    const late = await change(id, { name: 'Second tab', version: 1 })
    expect([late.status, await late.json()]).toEqual([
      409,
      { code: 'changed_meanwhile', message: 'This product has just been changed somewhere else.' },
    ])
    expect((await change(id, { name: 'Without a version', version: undefined })).status).toBe(200)
  })

  it('cannot set the stock below the reserved units', async () => {
    const { id } = await added()
    await startPaying(purchaseOf(id, { quantity: 3 }))
    expect(await (await change(id, { stock: 2 })).json()).toMatchObject({
      code: 'invalid_request',
      fields: { stock: '3 of these are being bought at the moment, so the stock cannot be less than 3' },
    })
    expect(await (await asOwner(adminProduct, 'GET', id)).json()).toMatchObject({
      stock: 5,
      reserved: 3,
    })
  })

  // ASVS 8.2.3, 15.3.3
  it('cannot set fields that the endpoint does not accept', async () => {
    const extra = {
      id: randomUUID(),
      reserved: 4,
      version: 77,
      createdAt: 'x',
      archivedAt: '2026-01-01',
      words: 'x',
    }
    const product = await added(extra)
    expect(product).toMatchObject({ version: 1, reserved: 0 })
    expect(product.id).not.toBe(extra.id)
    expect((await change(product.id, { ...extra, version: 1 })).status).toBe(200)
    expect(await (await asOwner(adminProduct, 'GET', product.id)).json()).toMatchObject({
      reserved: 0,
    })
  })

  it('gets an error message for each invalid field, and nothing is stored', async () => {
    const wrong = { name: 'B', description: 'Short', price: '', stock: -1, image: 'javascript:alert(1)' }
    const { id } = await added()
    const before = await world.counts()
    for (const response of [await add(wrong), await change(id, { ...wrong, version: 1 })]) {
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({
        fields: {
          name: 'Product name must be at least 2 characters',
          description: 'Description must be at least 10 characters',
          price: 'Price is required',
          stock: 'Stock must be 0 or more',
          image: 'Please upload a picture, or enter a web address that begins with https://',
        },
      })
    }
    for (const quantity of [0, -1, 1.5, '', null, 100_001, '2; drop']) {
      expect((await asOwner(restockProduct, 'POST', id, { quantity })).status).toBe(400)
    }
    for (const version of [-1, 1.5, '1', 2 ** 31]) expect((await change(id, { version })).status).toBe(400)
    expect(await world.counts()).toEqual(before)
  })
})

describe('the list', () => {
  it('is newest first, in pages, without deleted products', async () => {
    for (let one = 0; one < 53; one++) {
      await world.rows(
        `insert into product (id, name, description, price_pence, created_at)
         values ($1, $2, 'One of very many oils.', 3200, '2020-01-01Z'::timestamptz + $3 * interval '1 minute')`,
        [randomUUID(), `Oil ${one}`, Math.floor(one / 2)],
      )
    }
    const first = await list('search=oil')
    const second = await list(first.next ?? '')
    expect([first.names.length, second.names.length, second.next]).toEqual([50, 3, undefined])
    expect(first.names[0]).toBe('Oil 52')
    expect(new Set([...first.names, ...second.names]).size).toBe(53)
  })

  // ASVS 1.2.4
  it.each([
    ['LAVENDER', ['Lavender 100%']],
    ['lavender 1', ['Lavender 100%']],
    ['for dreams', ['Lavender 100%']],
    ['under_the_pillow', ['Under_the_pillow']],
    ['100%', ['Lavender 100%']],
    ['%%%', []],
    ["'; drop table product; --", []],
  ])('finds %j by name, category and description', async (words, names) => {
    await world.rows(
      `update product set archived_at = now() where name in ('Lavender 100%', 'Under_the_pillow')`,
    )
    await added({ name: 'Lavender 100%', category: 'For Dreams' })
    await added({ name: 'Under_the_pillow' })
    expect((await list(new URLSearchParams({ search: words }).toString())).names).toEqual(names)
  })

  it.each([
    'cursor=x',
    `cursor=${Buffer.from('2026-99-99 x').toString('base64url')}`,
    `search=${'x'.repeat(101)}`,
  ])('refuses %s', async (query) => {
    const response = await callFunction(adminProducts, {
      path: `${PATH}?${query}`,
      method: 'GET',
      headers: owner.headers,
    })
    expect(response.status).toBe(400)
  })
})

describe('a picture', () => {
  const upload = (body: Uint8Array | string, type = 'image/webp') =>
    callFunction(uploadPicture, {
      path: '/api/admin/pictures',
      headers: { ...owner.headers, 'content-type': type },
      body,
    })

  it('is stored under a path that a product accepts', async () => {
    const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#7a9' } })
      .webp()
      .toBuffer()
    const response = await upload(bytes)
    expect(response.status).toBe(200)
    const { image } = (await response.json()) as { image: string }
    expect(await added({ image })).toMatchObject({ image })
    expect(await (await upload(bytes, 'image/webp; name=x')).json()).toEqual({ image })
  })

  // ASVS 5.1.1
  it('that is invalid is refused with the reason', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    const answers = [
      await upload(svg, 'image/svg+xml'),
      await upload(svg),
      await upload(new Uint8Array(), 'image/png'),
      await upload('{}', 'application/json'),
      await upload(new Uint8Array(300 * 1024 + 1)),
    ]
    const said = await Promise.all(
      answers.map(async (one) => [one.status, ((await one.json()) as Error).message]),
    )
    expect(said).toEqual([
      [415, 'Please choose a WebP, PNG or JPEG picture.'],
      [400, 'We cannot show this picture. Please choose another one.'],
      [400, 'We cannot show this picture. Please choose another one.'],
      [415, 'Please choose a WebP, PNG or JPEG picture.'],
      [413, 'Please choose a picture no larger than 300 KB.'],
    ])
  })

  // ASVS 5.2.1
  it('of 50 MB is refused before it is read', async () => {
    let sent = 0
    const endless = new ReadableStream({
      pull(controller) {
        sent += 64 * 1024
        if (sent > 50 * 1024 * 1024) controller.close()
        else controller.enqueue(new Uint8Array(64 * 1024))
      },
    })
    const init = { method: 'POST', headers: { ...owner.headers, 'content-type': 'image/png' }, body: endless }
    const request = new Request('http://localhost:4321/api/admin/pictures', {
      ...init,
      duplex: 'half',
    } as RequestInit)
    const context = {
      ip: '192.0.2.1',
      requestId: 'x',
      params: {},
      waitUntil: () => {},
      deploy: { context: 'production' },
    }
    const response = await uploadPicture(request, context as unknown as Parameters<typeof uploadPicture>[1])
    expect(response.status).toBe(413)
    expect(sent).toBeLessThan(1024 * 1024)
  })
})
