import { beforeEach, vi } from 'vitest'
import { form, selectProduct } from '#islands/shop/purchase/purchase-form.store.ts'
import { checkout, closePurchase } from '#islands/shop/purchase/purchase.store.ts'
import { openPurchase } from '#islands/shop/shop-products.store.ts'
// Imported for its hooks, too.
import '#tests/islands/checkout/fake-payment-api.ts'
import { DELIVERABLE_POSTCODE } from '#tests/harness/deliverable-postcode.ts'
import type { FakeResponse } from '#tests/islands/fake-api.ts'
import { FORK } from '#tests/islands/shop/fake-shop-api.ts'

const ORDER = {
  id: '3f0c1b8e-6a63-4e0c-9a64-0a4ad7a0a009',
  status: 'completed',
  reference: 'pi_1',
  productId: FORK.id,
  productName: FORK.name,
  quantity: 2,
  delivery: 'collection',
  firstName: 'First',
  lastName: 'Last',
  shippingAddress: { line1: '2 Example Street', city: 'Liverpool', postcode: 'L1 0AB', country: 'UK' },
  amount: '76.00',
  date: '2026-11-21T14:32:08.000Z',
}

export const ORDERED: FakeResponse = [200, { order: ORDER }]

/** Opens the purchase form of a product with everything filled in. */
export function fillInPurchase(quantity = '2', product = FORK): void {
  openPurchase(product)
  selectProduct(product)
  const typed = { firstName: 'First', lastName: 'Last', email: 'orderer@example.com', quantity }
  const address = { line1: '2 Example Street', city: 'Liverpool', postcode: DELIVERABLE_POSTCODE }
  for (const [name, text] of Object.entries({ ...typed, ...address })) {
    form.setValue(name as keyof typeof typed, text)
  }
}

beforeEach(() => {
  vi.stubGlobal('location', new URL('https://clinic.example/shop'))
  closePurchase()
  checkout.attempts.forget()
})
