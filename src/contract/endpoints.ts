import { adminOrder, adminOrders, changeFulfilment, refundOrder } from './admin-orders.ts'
import { customers, eraseCustomer, exportCustomer, findCustomer } from './customers.ts'
import {
  addProduct,
  adminProduct,
  adminProducts,
  archiveProduct,
  changeProduct,
  restockProduct,
} from './admin-products.ts'
import { adminVoucher, adminVouchers, findVoucher } from './admin-vouchers.ts'
import type { Endpoint } from './endpoint.ts'
import { appointments, contact, productInquiries } from './enquiries.ts'
import { exportCsv } from './exports.ts'
import { createOrder, createProductPaymentIntent } from './orders.ts'
import { picture, uploadPicture } from './pictures.ts'
import { products } from './products.ts'
import {
  activity,
  adminStats,
  attention,
  refundPayment,
  releaseAlert,
  resendMail,
  settleNow,
} from './reports.ts'
import {
  adjustVoucher,
  extendVoucher,
  generateVoucher,
  redeemVoucher,
  refundVoucher,
  resendVoucher,
  undoVoucherEntry,
} from './voucher-changes.ts'
import { endSessions, forgotPassword, login, logout, resetPassword, session } from './session.ts'
import { createPaymentIntent, giftVouchers } from './vouchers.ts'

/** Every endpoint under the name it has in all layers. */
export const endpoints = {
  activity,
  addProduct,
  adjustVoucher,
  adminOrder,
  adminOrders,
  adminProduct,
  adminProducts,
  adminStats,
  adminVoucher,
  adminVouchers,
  appointments,
  archiveProduct,
  attention,
  changeFulfilment,
  changeProduct,
  contact,
  createOrder,
  createPaymentIntent,
  createProductPaymentIntent,
  customers,
  endSessions,
  eraseCustomer,
  exportCsv,
  exportCustomer,
  extendVoucher,
  findCustomer,
  findVoucher,
  forgotPassword,
  generateVoucher,
  giftVouchers,
  login,
  logout,
  picture,
  productInquiries,
  products,
  redeemVoucher,
  refundOrder,
  refundPayment,
  refundVoucher,
  releaseAlert,
  resendMail,
  resendVoucher,
  resetPassword,
  restockProduct,
  session,
  settleNow,
  undoVoucherEntry,
  uploadPicture,
} satisfies Record<string, Endpoint>
