import type { EmailLoad, EmailTemplate, RenderedEmail } from '#server/email/email-layout.ts'
import { accountChanged } from '#server/email/emails/account-changed.ts'
import { addressChanged } from '#server/email/emails/address-changed.ts'
import { appointmentConfirmed } from '#server/email/emails/appointment-confirmed.ts'
import { appointmentRequest } from '#server/email/emails/appointment-request.ts'
import { cancellationNotice } from '#server/email/emails/cancellation-notice.ts'
import { complimentaryAlert } from '#server/email/emails/complimentary-alert.ts'
import { contactEmailChanged } from '#server/email/emails/contact-email-changed.ts'
import { contactMessage } from '#server/email/emails/contact-message.ts'
import { dayClosing } from '#server/email/emails/day-closing.ts'
import { disputeClosed } from '#server/email/emails/dispute-closed.ts'
import { disputeOpened } from '#server/email/emails/dispute-opened.ts'
import {
  appointmentConfirmation,
  contactConfirmation,
  productInquiryConfirmation,
} from '#server/email/emails/enquiry-confirmation.ts'
import { giftChanged } from '#server/email/emails/gift-changed.ts'
import { giftReplaced } from '#server/email/emails/gift-replaced.ts'
import { giftUndelivered } from '#server/email/emails/gift-undelivered.ts'
import { invitation } from '#server/email/emails/invitation.ts'
import { lowStock } from '#server/email/emails/low-stock.ts'
import { newDevice } from '#server/email/emails/new-device.ts'
import { orderConfirmation } from '#server/email/emails/order-confirmation.ts'
import { orderNotice } from '#server/email/emails/order-notice.ts'
import { orderReady } from '#server/email/emails/order-ready.ts'
import { orderRefunded } from '#server/email/emails/order-refunded.ts'
import { outage } from '#server/email/emails/outage.ts'
import { passwordReset } from '#server/email/emails/password-reset.ts'
import { paymentFailed } from '#server/email/emails/payment-failed.ts'
import { paymentFrozen } from '#server/email/emails/payment-frozen.ts'
import { paymentReturned } from '#server/email/emails/payment-returned.ts'
import { paymentUnknown } from '#server/email/emails/payment-unknown.ts'
import { productInquiry } from '#server/email/emails/product-inquiry.ts'
import { purchaseCancelled } from '#server/email/emails/purchase-cancelled.ts'
import { refundFailed } from '#server/email/emails/refund-failed.ts'
import { salesSummary } from '#server/email/emails/sales-summary.ts'
import { voucherCopy } from '#server/email/emails/voucher-copy.ts'
import { voucherEnded } from '#server/email/emails/voucher-ended.ts'
import { voucherExtended } from '#server/email/emails/voucher-extended.ts'
import { voucherGift } from '#server/email/emails/voucher-gift.ts'
import { voucherNotice } from '#server/email/emails/voucher-notice.ts'
import { voucherPartRefunded } from '#server/email/emails/voucher-part-refunded.ts'
import { voucherReceipt } from '#server/email/emails/voucher-receipt.ts'
import { voucherRefunded } from '#server/email/emails/voucher-refunded.ts'
import { voucherReminder } from '#server/email/emails/voucher-reminder.ts'
import { voucherUsed } from '#server/email/emails/voucher-used.ts'
import { vouchersImported } from '#server/email/emails/vouchers-imported.ts'

/** All templates by their name in the outbox. */
export const templates = {
  'voucher-receipt': voucherReceipt,
  'voucher-gift': voucherGift,
  'voucher-copy': voucherCopy,
  'gift-undelivered': giftUndelivered,
  'gift-changed': giftChanged,
  'gift-replaced': giftReplaced,
  'voucher-notice': voucherNotice,
  'voucher-ended': voucherEnded,
  'voucher-used': voucherUsed,
  'voucher-reminder': voucherReminder,
  'voucher-extended': voucherExtended,
  'voucher-refunded': voucherRefunded,
  'voucher-part-refunded': voucherPartRefunded,
  'purchase-cancelled': purchaseCancelled,
  'cancellation-notice': cancellationNotice,
  'payment-failed': paymentFailed,
  'payment-returned': paymentReturned,
  'refund-failed': refundFailed,
  'dispute-opened': disputeOpened,
  'dispute-closed': disputeClosed,
  'payment-frozen': paymentFrozen,
  'payment-unknown': paymentUnknown,
  'contact-message': contactMessage,
  'contact-confirmation': contactConfirmation,
  'appointment-request': appointmentRequest,
  'appointment-confirmation': appointmentConfirmation,
  'appointment-confirmed': appointmentConfirmed,
  'order-confirmation': orderConfirmation,
  'order-notice': orderNotice,
  'sales-summary': salesSummary,
  'complimentary-alert': complimentaryAlert,
  'vouchers-imported': vouchersImported,
  'day-closing': dayClosing,
  'order-ready': orderReady,
  'order-refunded': orderRefunded,
  'low-stock': lowStock,
  'product-inquiry': productInquiry,
  'product-inquiry-confirmation': productInquiryConfirmation,
  'password-reset': passwordReset,
  invitation,
  'account-changed': accountChanged,
  'new-device': newDevice,
  'contact-email-changed': contactEmailChanged,
  'address-changed': addressChanged,
  outage,
} satisfies Record<string, EmailTemplate<never, string>>

export type TemplateName = keyof typeof templates

/** The JSON that a template needs in the outbox, without what it loads; for several names, that which all of them need. */
export type TemplateData<Name extends TemplateName> =
  Taker<Name> extends (data: infer Data) => void ? Data : never

/** Inferring what several functions take makes it what all of them need. */
type Taker<Name extends TemplateName> = Name extends TemplateName
  ? (typeof templates)[Name] extends EmailTemplate<infer Data, infer Loaded>
    ? (data: Omit<Data, Loaded>) => void
    : never
  : never

/** What a template reads when an email leaves; undefined if everything is in the outbox. */
export const loadOf = (template: string): EmailLoad<string> | undefined =>
  templates[template as TemplateName]?.load

/** `today`: the day (London) of writing. Default: one before all closures. */
export function renderEmail(template: string, data: unknown, siteUrl: string, today = ''): RenderedEmail {
  const write: EmailTemplate<never, string> | undefined = templates[template as TemplateName]
  if (!write) throw new Error(`Unknown email template: ${template}`)
  // The template parses the data.
  return write(data as never, siteUrl, today)
}
