import { addUniqueProduct } from '#tests/e2e/add-products.ts'
import { buyNow, fillPurchase, named, proceed } from '#tests/e2e/checkout-actions.ts'
import { payForIt, startBuying, type PurchaseSteps } from '#tests/resilience/latency/journeys/buying.ts'
import { buttonNamed, type Journey } from '#tests/resilience/latency/journeys/journey.ts'

export const openShopJourney: Journey = {
  endpoint: 'products',
  async prepare(page) {
    await addUniqueProduct(page.request)
    await page.goto('/privacy-policy')
  },
  press: async (page) => void (await page.goto('/shop')),
  done: (page) => page.getByRole('article', { name: /^Tuning fork/ }).first(),
  allowedTexts: ['The products could not be loaded.', 'You can also ring us on'],
  retryButton: (page) => buttonNamed(page, 'Try again'),
}

const order: PurchaseSteps = {
  async fillIn(page, email) {
    const product = await addUniqueProduct(page.request)
    await page.goto('/shop')
    await buyNow(page, product).click()
    await fillPurchase(page, { email })
  },
  proceed,
  bought: (page) => named(page, 'Order Confirmed!'),
}

export const startOrderJourney = startBuying(order, {
  endpoint: 'createProductPaymentIntent',
  email: 'orderer@visitor.example',
  allowedTexts: [
    'Failed to proceed to payment. Please try again.',
    'Nothing that you typed is lost. You can also order by phone: ring',
  ],
})

export const payForOrderJourney = payForIt(order, {
  endpoint: 'createOrder',
  email: 'order-payer@visitor.example',
  allowedTexts: ["Failed to create order after payment: it will follow by email, please don't pay again."],
})
