import { beforeEach, describe, expect, it } from 'vitest'
import { changeForSale } from '#islands/admin/products/admin-products.store.ts'
import { draftOf, dropDraft } from '#islands/admin/products/product-draft.store.ts'
import { NEW_PRODUCT_ID } from '#islands/admin/router.ts'
import { BALL, CHANGED, fakeProductsApi } from '#tests/islands/admin/products/fake-products-api.ts'
import { LOST } from '#tests/islands/fake-api.ts'
import { currentToast } from '#ui/toast.ts'

beforeEach(() => {
  dropDraft(NEW_PRODUCT_ID)
  dropDraft(BALL.id)
})

async function opened() {
  const draft = draftOf(BALL.id)
  await draft.load()
  return draft
}

describe('the draft of a new product', () => {
  it('is sent with its lists split, and retried with the same request id after a lost response', async () => {
    const sent = fakeProductsApi(LOST, [200, BALL])
    const draft = draftOf(NEW_PRODUCT_ID)
    draft.form.setValue('name', 'Massage ball')
    draft.form.setValue('description', 'A ball of natural rubber.')
    draft.form.setValue('price', '9.50')
    draft.form.setValue('stock', '5')
    draft.form.setValue('features', 'Natural rubber, 7 cm across')
    expect(await draft.save()).toBe(false)
    expect(draft.step.value.name).toBe('failed')
    expect(currentToast.value).toMatchObject({
      title: 'Error',
      description:
        'Failed to add product. We cannot tell whether this went through. Please try again. Nothing will be done twice.',
    })
    expect(await draft.save()).toBe(true)
    expect(sent[0]?.body).toMatchObject({
      price: '9.50',
      stock: '5',
      features: ['Natural rubber', '7 cm across'],
      benefits: [],
      category: 'Products',
      inStock: true,
    })
    expect(sent[1]?.body).toEqual(sent[0]?.body)
    expect(currentToast.value).toMatchObject({ description: 'Product added successfully!' })
    expect(draftOf(NEW_PRODUCT_ID).form.values.value.name).toBe('')
  })

  it('is not sent while a field is invalid, and shows each error', async () => {
    const sent = fakeProductsApi()
    const draft = draftOf(NEW_PRODUCT_ID)
    draft.form.setValue('image', 'http://example.com/ball.jpg')
    draft.form.setValue('features', 'x'.repeat(201))
    expect(await draft.save()).toBe(false)
    expect(draft.form.errors.value).toEqual({
      name: 'Product name must be at least 2 characters',
      description: 'Description must be at least 10 characters',
      price: 'Price is required',
      stock: 'Stock must be 0 or more',
      image: 'Please upload a picture, or enter a web address that begins with https://',
      features: 'Please use at most 200 characters for each item',
    })
    expect(sent).toEqual([])
  })
})

describe('the draft of an existing product', () => {
  it('is sent with the version it is based on and its unchanged lists', async () => {
    const sent = fakeProductsApi([200, BALL], [200, BALL])
    const draft = await opened()
    draft.form.setValue('name', 'Massage ball, red')
    expect(await draft.save()).toBe(true)
    expect(sent[1]).toMatchObject({
      method: 'PUT',
      path: `/api/admin/products/${BALL.id}`,
      body: { name: 'Massage ball, red', version: 3, features: ['Rubber, natural', '7 cm across'] },
    })
  })

  it('keeps typed fields, updates the others and marks conflicts when the product was changed elsewhere', async () => {
    const newer = { ...BALL, version: 5, stock: 4, price: '11.00', category: 'Balls' }
    const sent = fakeProductsApi([200, BALL], CHANGED, [200, newer], [200, newer])
    const draft = await opened()
    draft.form.setValue('price', '12.00')
    draft.form.setValue('description', 'A ball of red natural rubber.')
    expect(await draft.save()).toBe(false)
    expect(draft.step.value.name).toBe('outdated')
    expect(await draft.save()).toBe(false)
    await draft.load()
    expect(draft.form.values.value).toMatchObject({
      price: '12.00',
      description: 'A ball of red natural rubber.',
      stock: '4',
      category: 'Balls',
    })
    expect(draft.conflicts.value).toEqual({ price: '11.00' })
    expect(await draft.save()).toBe(true)
    expect(sent[3]?.body).toMatchObject({ version: 5, stock: '4', price: '12.00' })
  })

  it('keeps typed fields when the newer version cannot be loaded and when its dialog is closed', async () => {
    fakeProductsApi([200, BALL], CHANGED, LOST, [200, BALL])
    const draft = await opened()
    draft.form.setValue('name', 'Red ball')
    await draft.save()
    await draft.load()
    expect(draft.step.value).toEqual({ name: 'outdated', loading: false, failed: true })
    expect((await opened()).form.values.value.name).toBe('Red ball')
  })

  it('is said not to be saved when it is refused without a reason', async () => {
    fakeProductsApi([200, BALL], [400, {}])
    const draft = await opened()
    await draft.save()
    expect(draft.step.value).toMatchObject({
      message: 'We could not save this product. Nothing you typed is lost.',
    })
    expect(currentToast.value).toMatchObject({ description: 'Failed to update product' })
  })

  it('shows the server’s error message at its field', async () => {
    const fields = { stock: '2 of these are being bought at the moment, so the stock cannot be less than 2' }
    fakeProductsApi([200, BALL], [400, { code: 'invalid_request', message: fields.stock, fields }])
    const draft = await opened()
    draft.form.setValue('stock', '1')
    await draft.save()
    expect(draft.form.errors.value).toEqual(fields)
    expect(currentToast.value).toMatchObject({ description: 'Failed to update product' })
  })
})

it('changeForSale sends the current product, and retries once after a conflict with a sale', async () => {
  const sent = fakeProductsApi([200, BALL], CHANGED, [200, { ...BALL, stock: 4, version: 4 }], [200, BALL])
  await changeForSale(BALL, false)
  expect(sent.at(-1)?.body).toMatchObject({ inStock: false, stock: 4, version: 4 })
  expect(currentToast.value).toMatchObject({ description: 'Product updated successfully!' })
})
