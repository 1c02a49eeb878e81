import type { RenderedLetter, Template } from './letter.ts'
import { appointmentRequest } from './letters/appointment-request.ts'
import { contactMessage } from './letters/contact-message.ts'
import { disputeClosed } from './letters/dispute-closed.ts'
import { disputeOpened } from './letters/dispute-opened.ts'
import {
  appointmentConfirmation,
  contactConfirmation,
  productInquiryConfirmation,
} from './letters/enquiry-confirmation.ts'
import { lowStock } from './letters/low-stock.ts'
import { newDevice } from './letters/new-device.ts'
import { orderConfirmation } from './letters/order-confirmation.ts'
import { orderNotice } from './letters/order-notice.ts'
import { orderReady } from './letters/order-ready.ts'
import { orderRefunded } from './letters/order-refunded.ts'
import { passwordChanged } from './letters/password-changed.ts'
import { passwordReset } from './letters/password-reset.ts'
import { paymentFailed } from './letters/payment-failed.ts'
import { paymentFrozen } from './letters/payment-frozen.ts'
import { paymentReturned } from './letters/payment-returned.ts'
import { paymentUnknown } from './letters/payment-unknown.ts'
import { productInquiry } from './letters/product-inquiry.ts'
import { refundFailed } from './letters/refund-failed.ts'
import { voucherCopy } from './letters/voucher-copy.ts'
import { voucherGift } from './letters/voucher-gift.ts'
import { voucherPartRefunded } from './letters/voucher-part-refunded.ts'
import { voucherReceipt } from './letters/voucher-receipt.ts'
import { voucherRefunded } from './letters/voucher-refunded.ts'

/** Every mail by the name it has in the outbox. */
export const templates: Record<string, Template> = {
  'voucher-receipt': voucherReceipt,
  'voucher-gift': voucherGift,
  'voucher-copy': voucherCopy,
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
  'order-confirmation': orderConfirmation,
  'order-notice': orderNotice,
  'order-ready': orderReady,
  'order-refunded': orderRefunded,
  'low-stock': lowStock,
  'product-inquiry': productInquiry,
  'product-inquiry-confirmation': productInquiryConfirmation,
  'password-reset': passwordReset,
  'password-changed': passwordChanged,
  'new-device': newDevice,
}

export function renderLetter(template: string, data: unknown, siteUrl: string): RenderedLetter {
  const write = templates[template]
  if (!write) throw new Error(`There is no mail called ${template}`)
  return write(data, siteUrl)
}
