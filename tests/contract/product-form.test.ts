import { safeParse } from 'valibot'
import { describe, expect, it } from 'vitest'
import { ProductFormSchema, RestockSchema } from '#contract/products/product-form.ts'

const FORM = { name: 'Massage ball', description: 'A ball of natural rubber.', price: '9.50', stock: '10' }
const parsed = (more: object) => safeParse(ProductFormSchema, { ...FORM, ...more })

function sentenceFor(field: string, value: unknown): string | undefined {
  const { issues } = parsed({ [field]: value })
  expect(new Set(issues?.map(({ path }) => path?.[0]?.key))).toEqual(new Set([field]))
  return issues?.[0]?.message
}

describe('the product form', () => {
  it('accepts the specified fields and leaves missing ones unset', () => {
    expect(parsed({}).output).toEqual({ ...FORM, price: 950, stock: 10 })
  })

  // ASVS 2.1.1
  it('drops unknown fields', () => {
    expect(
      parsed({ id: 'x', reserved: -5, archivedAt: null, version: 9, __proto__: { a: 1 } }).output,
    ).toEqual(parsed({}).output)
  })

  it.each([
    ['name', '  B ', 'Product name must be at least 2 characters'],
    ['name', undefined, 'Product name must be at least 2 characters'],
    // A surrogate pair; Postgres counts it as one character, too.
    ['name', '🧘', 'Product name must be at least 2 characters'],
    ['name', 7, 'Product name must be at least 2 characters'],
    ['description', 'A ball.', 'Description must be at least 10 characters'],
    ['description', null, 'Description must be at least 10 characters'],
    ['description', `short${' '.repeat(10)}`, 'Description must be at least 10 characters'],
    ['description', '🧘🧘🧘🧘🧘', 'Description must be at least 10 characters'],
    ['price', '', 'Price is required'],
    ['price', undefined, 'Price is required'],
    ['price', null, 'Price is required'],
    ['price', 'cheap', 'Please enter a price in pounds, such as 9.50'],
    ['price', '9.999', 'Please enter an amount such as 50 or 50.00'],
    ['price', -9.5, 'Please enter a price in pounds, such as 9.50'],
    ['price', 0, 'Please enter a price in pounds, such as 9.50'],
    ['price', '1e3', 'Please enter an amount such as 50 or 50.00'],
    ['price', 0.29, 'The lowest price is £0.30'],
    ['price', '10000.01', 'The highest price is £10,000'],
    ['stock', '', 'Stock must be 0 or more'],
    ['stock', undefined, 'Stock must be 0 or more'],
    ['stock', -1, 'Stock must be 0 or more'],
    ['stock', '-1', 'Stock must be 0 or more'],
    ['stock', 1.5, 'Stock must be 0 or more'],
    ['stock', [3], 'Stock must be 0 or more'],
    ['stock', '١٢', 'Stock must be 0 or more'],
    ['stock', 100_001, 'Please enter at most 100,000'],
    ['stock', '999999999', 'Please enter at most 100,000'],
    ['lowStock', -1, 'Please enter 0 or more'],
    ['lowStock', 2 ** 31, 'Please enter at most 100,000'],
    ['category', ' ', 'Category must be at least 2 characters'],
    ['inStock', 'yes', 'Please choose whether this product is for sale'],
    ['features', 'Rubber, soft', 'Please enter a list'],
    ['features', [1], 'Please enter a list'],
  ])('returns an error message for the %s %j', (field, value, sentence) => {
    expect(sentenceFor(field, value)).toBe(sentence)
  })

  it('returns an error message for texts that are too long', () => {
    const long = 'x'.repeat(2001)
    expect(sentenceFor('name', long)).toBe('Please use at most 100 characters')
    expect(sentenceFor('description', long)).toBe('Please use at most 2,000 characters')
    expect(sentenceFor('image', `https://example.com/${long}`)).toContain('too long')
    expect(sentenceFor('frequencies', [long])).toBe('Please use at most 200 characters for each item')
    expect(sentenceFor('benefits', long.split(''))).toBe('Please enter at most 50 items')
  })

  // ASVS 1.2.2
  it.each([
    'http://example.com/ball.jpg',
    '//example.com/ball.jpg',
    '/\\example.com/ball.jpg',
    '/drawings/../../x y.svg',
    '/api/pictures/1?to=//x',
    '/api/admin/stats',
    '/api/admin/export/customers.csv',
    '/api/pictures/../admin/stats',
    '/../admin',
    '/drawings/../admin/login.html',
    '/.netlify/functions/x.js',
    '/admin/dashboard',
    '/shop',
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    'https://owner:secret@example.com/ball.jpg',
    'https://',
    'ball.jpg',
    5,
  ])('refuses the picture %j', (image) => {
    expect(sentenceFor('image', image)).toBe(
      'Please upload a picture, or enter a web address that begins with https://',
    )
  })

  it.each([
    ['', ''],
    ['/drawings/products/tea-tin.svg', '/drawings/products/tea-tin.svg'],
    [
      '/api/pictures/8f14e45f-ceea-4c8d-9d3c-0a1b2c3d4e5f',
      '/api/pictures/8f14e45f-ceea-4c8d-9d3c-0a1b2c3d4e5f',
    ],
    [' HTTPS://Example.com/A ball.jpg ', 'https://example.com/A%20ball.jpg'],
  ])('accepts the picture %j', (image, kept) => {
    expect(parsed({ image }).output).toMatchObject({ image: kept })
  })

  it('trims list entries and ignores empty ones', () => {
    expect(parsed({ features: [' Natural  rubber', '', '\u00007 cm\nacross '] }).output).toMatchObject({
      features: ['Natural rubber', '7 cm across'],
    })
  })
})

it.each([' 20 ', '\u202a20\u202c', '\ufeff20'])('restocks %j as 20', (quantity) =>
  expect(safeParse(RestockSchema, { quantity }).output).toEqual({ quantity: 20 }),
)
