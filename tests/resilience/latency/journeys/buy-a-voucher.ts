import { choose, continueButton, fillDetails } from '#tests/e2e/fixtures.ts'
import { payForIt, startBuying, type PurchaseSteps } from '#tests/resilience/latency/journeys/buying.ts'
import { buttonNamed } from '#tests/resilience/latency/journeys/journey.ts'

const voucher: PurchaseSteps = {
  async fillIn(page, buyerEmail) {
    await page.goto('/#gift-vouchers')
    await choose(page, 50)
    await buttonNamed(page, 'Purchase Gift Voucher').click()
    await fillDetails(page, { buyerEmail, recipientEmail: 'recipient@example.com' })
  },
  proceed: continueButton,
  bought: (page) => page.getByRole('heading', { name: 'Payment Successful!' }),
}

export const startVoucherJourney = startBuying(voucher, {
  endpoint: 'createPaymentIntent',
  email: 'starter@visitor.example',
  allowedTexts: ['Failed to create gift voucher. Please try again.'],
})

export const payForVoucherJourney = payForIt(voucher, {
  endpoint: 'giftVouchers',
  email: 'payer@visitor.example',
  allowedTexts: ["Failed to create voucher after payment: it will follow by email, please don't pay again."],
})
