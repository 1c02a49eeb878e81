import { recoverEndpoint } from '#contract/auth/second-factor.ts'
import { endSessionsEndpoint, forgotPasswordEndpoint, resetPasswordEndpoint } from '#contract/auth/session.ts'
import { welcomeEndpoint } from '#contract/auth/welcome.ts'
import type { Endpoint } from '#contract/base/endpoint.ts'
import {
  appointmentsEndpoint,
  contactEndpoint,
  productInquiriesEndpoint,
} from '#contract/enquiries/enquiries.ts'
import { healthEndpoint } from '#contract/outages/health.ts'
import { productsEndpoint } from '#contract/products/products.ts'
import {
  changeBuyerEmailEndpoint,
  changeRecipientEndpoint,
  changeSendDateEndpoint,
  reissuePurchaseEndpoint,
} from '#contract/purchases/purchase-changes.ts'
import { findPurchaseEndpoint, resendPurchasesEndpoint } from '#contract/purchases/purchases.ts'
import {
  findHeldVoucherEndpoint,
  resendHeldVouchersEndpoint,
  stopRemindersEndpoint,
} from '#contract/vouchers/held-vouchers.ts'

export const publicEndpoints = {
  appointments: appointmentsEndpoint,
  changeBuyerEmail: changeBuyerEmailEndpoint,
  changeRecipient: changeRecipientEndpoint,
  changeSendDate: changeSendDateEndpoint,
  contact: contactEndpoint,
  endSessions: endSessionsEndpoint,
  findHeldVoucher: findHeldVoucherEndpoint,
  findPurchase: findPurchaseEndpoint,
  forgotPassword: forgotPasswordEndpoint,
  health: healthEndpoint,
  productInquiries: productInquiriesEndpoint,
  products: productsEndpoint,
  recover: recoverEndpoint,
  reissuePurchase: reissuePurchaseEndpoint,
  resendHeldVouchers: resendHeldVouchersEndpoint,
  resendPurchases: resendPurchasesEndpoint,
  resetPassword: resetPasswordEndpoint,
  stopReminders: stopRemindersEndpoint,
  welcome: welcomeEndpoint,
} satisfies Record<string, Endpoint>
