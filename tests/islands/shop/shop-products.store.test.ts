import { describe, expect, it } from 'vitest'
import type { Product } from '#contract/products/products.ts'
import { productData } from '#islands/shop/product-data.ts'
import { splitSpecification } from '#islands/shop/ProductCard.tsx'
import {
  ALL_PRODUCTS,
  chosenProducts,
  filterProducts,
  loadProducts,
  openDetail,
  openDialog,
  productList,
} from '#islands/shop/shop-products.store.ts'
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

describe('chosenProducts', () => {
  const products = ['20.00', '9.50', '100.00', '46.00', '32.00', '15.00', '38.00'].map((price, index) => ({
    ...(index % 2 === 0 ? FORK : MAT),
    id: FORK.id.replace(/1$/, String(index)),
    category: index < 3 ? 'Sound' : 'Wellness',
    price,
  }))
  const chosen = async (shown: Product[], changes: Parameters<typeof filterProducts>[0]) => {
    answer([200, shown])
    await loadProducts()
    filterProducts({ ...ALL_PRODUCTS, ...changes })
    return chosenProducts.value?.map(({ product }) => Number(product.price))
  }

  it.each([
    [{}, [20, 9.5, 100, 46, 32, 15, 38]],
    [{ order: 'cheapest' }, [9.5, 15, 20, 32, 38, 46, 100]],
    [{ order: 'dearest' }, [100, 46, 38, 32, 20, 15, 9.5]],
    [{ inStockOnly: true }, [20, 100, 32, 38]],
    [{ category: 'Sound', inStockOnly: true, order: 'dearest' }, [100, 20]],
  ] as const)('with %j has the prices %j', async (changes, prices) => {
    expect(await chosen(products, changes)).toEqual(prices)
  })

  it('are all products of a list that is too short for a filter', async () => {
    expect(await chosen(products.slice(0, 6), { inStockOnly: true })).toHaveLength(6)
  })

  it('keep the theme of their place in the whole list', async () => {
    await chosen(products, { category: 'Wellness' })
    expect(chosenProducts.value?.map(({ theme }) => theme)).toEqual(['ocean', 'sage', 'warm', 'ocean'])
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
