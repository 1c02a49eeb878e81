import { buyingEndpoints } from '#contract/endpoints/buying.ts'
import { cancelPurchase } from '#server/cancelling/cancel-purchase.ts'
import type { Services } from '#server/clients/services.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import type { Handlers } from '#server/http/serve.ts'
import { claimGiftVoucher, claimOrder } from '#server/money/settle/claim.ts'
import { startProductPayment } from '#server/money/start/start-payment.ts'

/** Payments of the shop, and what has been paid. */
export const buyingHandlers: Handlers<
  typeof buyingEndpoints,
  Omit<Services, 'buildHook' | 'breachedPasswords'>
> = {
  cancelPurchase: async (services, wanted, context) => {
    const purchase = await cancelPurchase(services, wanted, context.addressKey)
    context.waitUntil(sendEmails(services))
    return purchase
  },
  createOrder: async (services, claim, context) => {
    const reply = await claimOrder(services, claim, context.addressKey)
    context.waitUntil(sendEmails(services))
    return reply
  },
  createProductPaymentIntent: (services, order, context) =>
    startProductPayment(services, order, context.addressKey),
  giftVouchers: async (services, claim, context) => {
    const reply = await claimGiftVoucher(services, claim, context.addressKey)
    context.waitUntil(sendEmails(services))
    return reply
  },
}
