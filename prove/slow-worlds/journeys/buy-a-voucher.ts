import type { Page } from 'playwright'
import {
  choose,
  continueButton,
  fillCard,
  fillDetails,
  pay,
  payButton,
  VISA,
} from '../../../tests/e2e/shop-window.ts'
import { button, type Journey } from './journey.ts'

const paid = (page: Page) => page.getByRole('heading', { name: 'Payment Successful!' })

async function fillIn(page: Page, buyerEmail: string): Promise<void> {
  await page.goto('/#gift-vouchers')
  await choose(page, 50)
  await button(page, 'Purchase Gift Voucher').click()
  await fillDetails(page, { buyerEmail, recipientEmail: 'recipient@example.com' })
}

const [STARTER, PAYER] = ['starter@visitor.example', 'payer@visitor.example']

export const startVoucher: Journey = {
  asks: 'createPaymentIntent',
  who: STARTER,
  prepare: (page) => fillIn(page, STARTER),
  press: (page) => continueButton(page).click(),
  done: payButton,
  says: ['Failed to create gift voucher. Please try again.'],
  again: continueButton,
  async finish(page) {
    await pay(page)
    await paid(page).waitFor()
  },
}

export const payForVoucher: Journey = {
  asks: 'giftVouchers',
  who: PAYER,
  async prepare(page) {
    await fillIn(page, PAYER)
    await continueButton(page).click()
    await fillCard(page, VISA)
  },
  press: (page) => payButton(page).click(),
  done: paid,
  says: ["Failed to create voucher after payment: it will follow by e-mail, please don't pay again."],
  again: (page) => button(page, 'Try again'),
}
