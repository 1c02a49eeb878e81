import { createPaymentIntentEndpoint } from '#contract/vouchers/vouchers.ts'
import type { Services } from '#server/clients/services.ts'
import type { Handlers } from '#server/http/serve.ts'
import { startVoucherPayment } from '#server/money/start/start-payment.ts'

/** Apart from `buyingEndpoints`, because its function has a limit at the edge. */
export const startingEndpoints = { createPaymentIntent: createPaymentIntentEndpoint }

/** The payment of a voucher. */
export const startingHandlers: Handlers<
  typeof startingEndpoints,
  Omit<Services, 'email' | 'buildHook' | 'breachedPasswords'>
> = {
  createPaymentIntent: (services, order, { addressKey }) => startVoucherPayment(services, order, addressKey),
}
