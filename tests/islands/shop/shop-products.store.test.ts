import { describe, expect, it } from 'vitest'
import { productData } from '#islands/shop/product-data.ts'
import { splitSpecification } from '#islands/shop/ProductCard.tsx'
import { loadProducts, openDetail, openDialog, productList } from '#islands/shop/shop-products.store.ts'
import { answer, LOST } from '#tests/islands/fake-api.ts'
import { FORK, MAT } from '#tests/islands/shop/fake-shop-api.ts'

describe('loadProducts', () => {
  it('shows the products in the server’s order after loading', async () => {
    answer([200, [FORK, MAT]])
    const loading = loadProducts()
    expect(productList.value).toEqual({ name: 'loading' })
    await loading
    expect(productList.value).toEqual({ name: 'here', products: [FORK, MAT] })
  })

  it('accepts an empty list', async () => {
    answer([200, []])
    await loadProducts()
    expect(productList.value).toEqual({ name: 'here', products: [] })
  })

  it.each([
    ['no answer', LOST],
    ['a failed answer', [503, { message: 'no', code: 'unavailable' }]],
    ['an answer that makes no sense', [200, [{ name: 'Fork' }]]],
  ] as const)('shows %s as a failure, and keeps the message during a retry', async (_, failure) => {
    answer([...failure], [200, [FORK]])
    await loadProducts()
    expect(productList.value).toEqual({ name: 'failed', trying: false })
    const again = loadProducts()
    expect(productList.value).toEqual({ name: 'failed', trying: true })
    await again
    expect(productList.value).toEqual({ name: 'here', products: [FORK] })
  })

  it('replaces an open dialog by the next one', () => {
    openDetail(FORK)
    openDetail(MAT)
    expect(openDialog.value).toEqual({ dialog: 'detail', product: MAT })
  })
})

it.each([
  ['128 Hz - Low C, body', '128 Hz', 'Low C, body'],
  ['Large cup - 7.0 cm - soft', 'Large cup', '7.0 cm - soft'],
  ['Food-grade silicone', 'Food-grade silicone', ''],
])('splitSpecification splits %s on the first hyphen between spaces', (text, label, value) => {
  expect(splitSpecification(text)).toEqual({ label, value })
})

it('productData gives search engines each product’s price and availability', () => {
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
