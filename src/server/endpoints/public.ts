import { publicEndpoints } from '#contract/endpoints/public.ts'
import manifest from '#package.json' with { type: 'json' }
import { createFirstOwner } from '#server/auth/create-first-owner.ts'
import { endSessions } from '#server/auth/end-sessions.ts'
import { recover } from '#server/auth/recovery.ts'
import { requestReset, resetPassword } from '#server/auth/reset-password.ts'
import { DEVICE_SECONDS } from '#server/auth/sign-in-rate-limit.ts'
import type { Services } from '#server/clients/services.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { receiveAppointment, receiveInquiry, receiveMessage } from '#server/enquiries/enquiries.ts'
import { COMMIT } from '#server/env.ts'
import type { Handlers } from '#server/http/serve.ts'
import { checkHealth } from '#server/outages/check-health.ts'
import { listProducts } from '#server/products/list-products.ts'
import { changeBuyerEmail } from '#server/purchases/change-buyer-email.ts'
import { findPurchase } from '#server/purchases/find-purchase.ts'
import { changeRecipient, changeSendDate, reissuePurchase } from '#server/purchases/give-as-buyer.ts'
import { resendPurchases } from '#server/purchases/resend-purchases.ts'
import { countResend, resendHeldVouchers } from '#server/vouchers/giving/resend-held-vouchers.ts'
import { findHeldVoucher } from '#server/vouchers/holder/find-held-voucher.ts'
import { stopReminders } from '#server/vouchers/holder/stop-reminders.ts'

/** What needs no session: for visitors, buyers and holders of a voucher, and for a forgotten password. */
export const publicHandlers: Handlers<
  typeof publicEndpoints,
  Pick<Services, 'db' | 'email' | 'breachedPasswords' | 'clock' | 'random'>
> = {
  appointments: async (services, enquiry, context) => {
    await receiveAppointment(services, enquiry, context.addressKey)
    context.waitUntil(sendEmails(services))
    return { received: true as const }
  },
  changeBuyerEmail: async (services, body, context) => {
    const changed = await changeBuyerEmail(services, body, context.addressKey)
    context.waitUntil(sendEmails(services))
    return changed
  },
  changeRecipient: async (services, body, context) => {
    const purchase = await changeRecipient(services, body, context.addressKey)
    context.waitUntil(sendEmails(services))
    return purchase
  },
  changeSendDate: async (services, body, context) => {
    const purchase = await changeSendDate(services, body, context.addressKey)
    context.waitUntil(sendEmails(services))
    return purchase
  },
  contact: async (services, enquiry, context) => {
    await receiveMessage(services, enquiry, context.addressKey)
    context.waitUntil(sendEmails(services))
    return { received: true as const }
  },
  endSessions: async (services, { token }, context) => {
    await endSessions(services, token, context.addressKey)
    return { ended: true as const }
  },
  findHeldVoucher: (services, asked, context) => findHeldVoucher(services, asked, context.addressKey),
  findPurchase: (services, { token }, context) => findPurchase(services, token, context.addressKey),
  forgotPassword: async (services, { email }, context) => {
    await requestReset(services, email, context.addressKey)
    context.waitUntil(sendEmails(services))
    return { sent: true as const }
  },
  health: async (services, _, { region }) => ({
    version: manifest.version,
    commit: COMMIT,
    region,
    problem: await checkHealth(services),
  }),
  productInquiries: async (services, inquiry, context) => {
    await receiveInquiry(services, inquiry, context.addressKey)
    context.waitUntil(sendEmails(services))
    return { received: true as const }
  },
  products: (services) => listProducts(services.db),
  recover: async (services, given, context) => {
    const recovery = await recover(services, given, context.addressKey)
    context.waitUntil(sendEmails(services))
    return recovery
  },
  reissuePurchase: async (services, body, context) => {
    const purchase = await reissuePurchase(services, body, context.addressKey)
    context.waitUntil(sendEmails(services))
    return purchase
  },
  resendHeldVouchers: async (services, { email }, context) => {
    await countResend(services, context.addressKey)
    context.waitUntil(resendHeldVouchers(services, email).then(() => sendEmails(services)))
    return { sent: true as const }
  },
  resendPurchases: async (services, { email }, context) => {
    await countResend(services, context.addressKey)
    context.waitUntil(resendPurchases(services, email).then(() => sendEmails(services)))
    return { sent: true as const }
  },
  resetPassword: async (services, asked, context) => {
    const { device } = await resetPassword(services, asked, context.addressKey)
    context.setCookie('device', device, DEVICE_SECONDS)
    context.setCookie('session', '', 0)
    context.waitUntil(sendEmails(services))
    return { reset: true as const }
  },
  stopReminders: async (services, { token }, { query }) => {
    await stopReminders(services, token ?? query.token ?? '')
    return { stopped: true as const }
  },
  welcome: async (services, given, context) => {
    await createFirstOwner(services, given, context.addressKey)
    return { created: true as const }
  },
}
