import type { RenderedEmail, EmailTemplate } from './email-layout.ts'
import { appointmentConfirmed } from './emails/appointment-confirmed.ts'
import { appointmentRequest } from './emails/appointment-request.ts'
import { contactMessage } from './emails/contact-message.ts'
import { disputeClosed } from './emails/dispute-closed.ts'
import { disputeOpened } from './emails/dispute-opened.ts'
import {
  appointmentConfirmation,
  contactConfirmation,
  productInquiryConfirmation,
} from './emails/enquiry-confirmation.ts'
import { lowStock } from './emails/low-stock.ts'
import { newDevice } from './emails/new-device.ts'
import { orderConfirmation } from './emails/order-confirmation.ts'
import { orderNotice } from './emails/order-notice.ts'
import { orderReady } from './emails/order-ready.ts'
import { orderRefunded } from './emails/order-refunded.ts'
import { passwordChanged } from './emails/password-changed.ts'
import { passwordReset } from './emails/password-reset.ts'
import { paymentFailed } from './emails/payment-failed.ts'
import { paymentFrozen } from './emails/payment-frozen.ts'
import { paymentReturned } from './emails/payment-returned.ts'
import { paymentUnknown } from './emails/payment-unknown.ts'
import { productInquiry } from './emails/product-inquiry.ts'
import { refundFailed } from './emails/refund-failed.ts'
import { salesSummary } from './emails/sales-summary.ts'
import { voucherCopy } from './emails/voucher-copy.ts'
import { voucherGift } from './emails/voucher-gift.ts'
import { voucherNotice } from './emails/voucher-notice.ts'
import { voucherPartRefunded } from './emails/voucher-part-refunded.ts'
import { voucherReceipt } from './emails/voucher-receipt.ts'
import { voucherRefunded } from './emails/voucher-refunded.ts'

/** All templates by their name in the outbox. */
export const templates = {
  'voucher-receipt': voucherReceipt,
  'voucher-gift': voucherGift,
  'voucher-copy': voucherCopy,
  'voucher-notice': voucherNotice,
  'voucher-refunded': voucherRefunded,
  'voucher-part-refunded': voucherPartRefunded,
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
  'order-ready': orderReady,
  'order-refunded': orderRefunded,
  'low-stock': lowStock,
  'product-inquiry': productInquiry,
  'product-inquiry-confirmation': productInquiryConfirmation,
  'password-reset': passwordReset,
  'password-changed': passwordChanged,
  'new-device': newDevice,
} satisfies Record<string, EmailTemplate<never>>

export type TemplateName = keyof typeof templates

/** The JSON that a template needs in the outbox; for several names, that which all of them need. */
export type TemplateData<Name extends TemplateName> =
  (typeof templates)[Name] extends EmailTemplate<infer Data> ? Data : never

export function renderEmail(template: string, data: unknown, siteUrl: string): RenderedEmail {
  const write: EmailTemplate<never> | undefined = templates[template as TemplateName]
  if (!write) throw new Error(`Unknown email template: ${template}`)
  // The template parses the data.
  return write(data as never, siteUrl)
}
