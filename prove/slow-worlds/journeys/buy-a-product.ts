import type { Page } from 'playwright'
import { addProduct } from '../../../tests/e2e/add-products.ts'
import { buyNow, fillPurchase, named, proceed } from '../../../tests/e2e/shop-counter.ts'
import { fillCard, pay, payButton, VISA } from '../../../tests/e2e/shop-window.ts'
import { button, type Journey } from './journey.ts'

const confirmed = (page: Page) => named(page, 'Order Confirmed!')

async function fillIn(page: Page, email: string): Promise<void> {
  const product = await addProduct(page.request)
  await page.goto('/shop')
  await buyNow(page, product).click()
  await fillPurchase(page, { email })
}

const [ORDERER, PAYER] = ['orderer@visitor.example', 'order-payer@visitor.example']

export const lookAtShelf: Journey = {
  asks: 'products',
  async prepare(page) {
    await addProduct(page.request)
    await page.goto('/privacy-policy')
  },
  press: async (page) => void (await page.goto('/shop')),
  done: (page) => page.getByRole('article', { name: /^Tuning fork/ }).first(),
  says: ['The products could not be loaded.', 'Nothing is lost. You can also ring us on'],
  again: (page) => button(page, 'Try again'),
}

export const startOrder: Journey = {
  asks: 'createProductPaymentIntent',
  who: ORDERER,
  prepare: (page) => fillIn(page, ORDERER),
  press: (page) => proceed(page).click(),
  done: payButton,
  says: [
    'Failed to proceed to payment. Please try again.',
    'Nothing that you typed is lost. You can also order by phone: ring',
  ],
  again: proceed,
  async finish(page) {
    await pay(page)
    await confirmed(page).waitFor()
  },
}

export const payForOrder: Journey = {
  asks: 'createOrder',
  who: PAYER,
  async prepare(page) {
    await fillIn(page, PAYER)
    await proceed(page).click()
    await fillCard(page, VISA)
  },
  press: (page) => payButton(page).click(),
  done: confirmed,
  says: ["Failed to create order after payment: it will follow by e-mail, please don't pay again."],
  again: (page) => button(page, 'Try again'),
}
