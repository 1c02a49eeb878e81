import { afterEach, beforeEach, vi } from 'vitest'
import { form } from '../../../src/islands/shop/purchase/purchase-form.store.ts'
import { checkout, closePurchase } from '../../../src/islands/shop/purchase/purchase.store.ts'
import { selectProduct } from '../../../src/islands/shop/purchase/purchase-form.store.ts'
import { openPurchase } from '../../../src/islands/shop/shop-products.store.ts'
import { currentToast } from '../../../src/ui/toast.ts'
import { type Answer, FORK } from './fake-shop-api.ts'

export const SECRET = 'pi_1_secret_2'
export const OTHER_SECRET = 'pi_3_secret_4'
const KEY = 'pk_test_1'

export const BOUGHT = {
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

export const OPEN: Answer = [200, { clientSecret: SECRET, publishableKey: KEY }]
export const OTHER_OPEN: Answer = [200, { clientSecret: OTHER_SECRET, publishableKey: KEY }]
export const ORDERED: Answer = [200, { order: BOUGHT }]
export const PROCESSING: Answer = [202, { processing: true, message: 'soon' }]
export const UNPAID = refusal('payment_incomplete', 'This payment has not been completed.')

export function refusal(code: string, message = 'no', status = 409, fields?: object): Answer {
  return [status, { message, code, ...(fields && { fields }) }]
}

/** Opens the purchase form of a product with everything filled in. */
export function fillIn(quantity = '2', product = FORK): void {
  openPurchase(product)
  selectProduct(product)
  const typed = { firstName: 'First', lastName: 'Last', email: 'orderer@example.com', quantity }
  const address = { line1: '2 Example Street', city: 'Liverpool', postcode: 'L1 0AB' }
  for (const [name, text] of Object.entries({ ...typed, ...address })) {
    form.setValue(name as keyof typeof typed, text)
  }
}

/** Awaits a promise while running its timers immediately. */
export async function atOnce<Result>(work: Promise<Result>): Promise<Result> {
  await vi.runAllTimersAsync()
  return work
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('location', new URL('https://clinic.example/shop'))
  closePurchase()
  checkout.attempts.forget()
  currentToast.value = undefined
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
