import { choose, continueButton, fillDetails } from '../../../e2e/fixtures.ts'
import { payForIt, type Purchase, startBuying } from './buying.ts'
import { button } from './journey.ts'

const voucher: Purchase = {
  async fillIn(page, buyerEmail) {
    await page.goto('/#gift-vouchers')
    await choose(page, 50)
    await button(page, 'Purchase Gift Voucher').click()
    await fillDetails(page, { buyerEmail, recipientEmail: 'recipient@example.com' })
  },
  proceed: continueButton,
  bought: (page) => page.getByRole('heading', { name: 'Payment Successful!' }),
}

export const startVoucher = startBuying(voucher, {
  endpoint: 'createPaymentIntent',
  email: 'starter@visitor.example',
  allowedTexts: ['Failed to create gift voucher. Please try again.'],
})

export const payForVoucher = payForIt(voucher, {
  endpoint: 'giftVouchers',
  email: 'payer@visitor.example',
  allowedTexts: ["Failed to create voucher after payment: it will follow by email, please don't pay again."],
})
