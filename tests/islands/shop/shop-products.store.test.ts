import { describe, expect, it } from 'vitest'
import { productData } from '../../../src/islands/shop/product-data.ts'
import {
  loadProducts,
  openDialog,
  openDetail,
  productList,
} from '../../../src/islands/shop/shop-products.store.ts'
import { splitSpecification } from '../../../src/islands/shop/ProductCard.tsx'
import { answer, FORK, LOST, MAT } from './fake-shop-api.ts'

describe('the shelf', () => {
  it('is on its way, then here, as the server orders it', async () => {
    answer([200, [FORK, MAT]])
    const loading = loadProducts()
    expect(productList.value).toEqual({ name: 'loading' })
    await loading
    expect(productList.value).toEqual({ name: 'here', products: [FORK, MAT] })
  })

  it('may be empty', async () => {
    answer([200, []])
    await loadProducts()
    expect(productList.value).toEqual({ name: 'here', products: [] })
  })

  it.each([
    ['no answer', LOST],
    ['a failed answer', [503, { message: 'no', code: 'unavailable' }]],
    ['an answer that makes no sense', [200, [{ name: 'Fork' }]]],
  ] as const)('tells of %s, and keeps that in sight while it tries again', async (_, failure) => {
    answer([...failure], [200, [FORK]])
    await loadProducts()
    expect(productList.value).toEqual({ name: 'failed', trying: false })
    const again = loadProducts()
    expect(productList.value).toEqual({ name: 'failed', trying: true })
    await again
    expect(productList.value).toEqual({ name: 'here', products: [FORK] })
  })

  it('opens one dialog at a time', () => {
    openDetail(FORK)
    openDetail(MAT)
    expect(openDialog.value).toEqual({ dialog: 'detail', product: MAT })
  })
})

it.each([
  ['128 Hz - Low C, body', '128 Hz', 'Low C, body'],
  ['Large cup - 7.0 cm - soft', 'Large cup', '7.0 cm - soft'],
  ['Food-grade silicone', 'Food-grade silicone', ''],
])('the specification %s is split on the first hyphen that stands free', (text, label, value) => {
  expect(splitSpecification(text)).toEqual({ label, value })
})

it('tells search engines what each product costs and whether it is to be had', () => {
  const { itemListElement } = productData([FORK, MAT], 'https://clinic.example')
  const [fork, mat] = itemListElement.map(({ item }) => item)
  expect(fork).toMatchObject({
    name: FORK.name,
    image: 'https://clinic.example/api/pictures/fork',
    offers: { price: '38.00', priceCurrency: 'GBP', availability: 'https://schema.org/InStock' },
  })
  expect(mat).toMatchObject({ offers: { availability: 'https://schema.org/OutOfStock' } })
  expect(mat).not.toHaveProperty('image')
})
