import {
  adminOrderEndpoint,
  adminOrdersEndpoint,
  changeFulfilmentEndpoint,
  changeFulfilmentsEndpoint,
  refundOrderEndpoint,
} from './admin-orders.ts'
import {
  customersEndpoint,
  eraseCustomerEndpoint,
  exportCustomerEndpoint,
  findCustomerEndpoint,
} from './customers.ts'
import {
  addProductEndpoint,
  adminProductEndpoint,
  adminProductsEndpoint,
  archiveProductEndpoint,
  changeProductEndpoint,
  restockProductEndpoint,
} from './admin-products.ts'
import { adminVoucherEndpoint, adminVouchersEndpoint, findVoucherEndpoint } from './admin-vouchers.ts'
import type { Endpoint } from './endpoint.ts'
import { appointmentsEndpoint, contactEndpoint, productInquiriesEndpoint } from './enquiries.ts'
import { exportCsvEndpoint } from './exports.ts'
import { createOrderEndpoint, createProductPaymentIntentEndpoint } from './orders.ts'
import { pictureEndpoint, uploadPictureEndpoint } from './pictures.ts'
import { productsEndpoint } from './products.ts'
import { findPurchaseEndpoint } from './purchases.ts'
import { changeRecipientEndpoint, changeSendDateEndpoint } from './purchase-changes.ts'
import {
  activityEndpoint,
  adminStatsEndpoint,
  attentionEndpoint,
  refundPaymentEndpoint,
  releaseAlertEndpoint,
  resendEmailEndpoint,
  settleNowEndpoint,
} from './reports.ts'
import { searchEndpoint } from './search.ts'
import {
  adjustVoucherEndpoint,
  extendVoucherEndpoint,
  generateVoucherEndpoint,
  redeemVoucherEndpoint,
  refundVoucherEndpoint,
  resendVoucherEndpoint,
  undoVoucherEntryEndpoint,
} from './voucher-changes.ts'
import {
  endSessionsEndpoint,
  forgotPasswordEndpoint,
  loginEndpoint,
  logoutEndpoint,
  resetPasswordEndpoint,
  sessionEndpoint,
} from './session.ts'
import {
  adminRequestEndpoint,
  adminRequestsEndpoint,
  answerRequestEndpoint,
  changeRequestNoteEndpoint,
  confirmAppointmentEndpoint,
  reopenRequestEndpoint,
  requestCountsEndpoint,
} from './requests.ts'
import { adminSettingsEndpoint, changeSettingsEndpoint } from './settings.ts'
import { createPaymentIntentEndpoint, giftVouchersEndpoint } from './vouchers.ts'

/** All endpoints by the name they have in all layers. */
export const endpoints = {
  activity: activityEndpoint,
  addProduct: addProductEndpoint,
  adjustVoucher: adjustVoucherEndpoint,
  adminOrder: adminOrderEndpoint,
  adminOrders: adminOrdersEndpoint,
  adminProduct: adminProductEndpoint,
  adminProducts: adminProductsEndpoint,
  adminRequest: adminRequestEndpoint,
  adminRequests: adminRequestsEndpoint,
  adminSettings: adminSettingsEndpoint,
  adminStats: adminStatsEndpoint,
  adminVoucher: adminVoucherEndpoint,
  adminVouchers: adminVouchersEndpoint,
  answerRequest: answerRequestEndpoint,
  appointments: appointmentsEndpoint,
  archiveProduct: archiveProductEndpoint,
  attention: attentionEndpoint,
  changeFulfilment: changeFulfilmentEndpoint,
  changeFulfilments: changeFulfilmentsEndpoint,
  changeProduct: changeProductEndpoint,
  changeRecipient: changeRecipientEndpoint,
  changeSendDate: changeSendDateEndpoint,
  changeRequestNote: changeRequestNoteEndpoint,
  changeSettings: changeSettingsEndpoint,
  confirmAppointment: confirmAppointmentEndpoint,
  contact: contactEndpoint,
  createOrder: createOrderEndpoint,
  createPaymentIntent: createPaymentIntentEndpoint,
  createProductPaymentIntent: createProductPaymentIntentEndpoint,
  customers: customersEndpoint,
  endSessions: endSessionsEndpoint,
  eraseCustomer: eraseCustomerEndpoint,
  exportCsv: exportCsvEndpoint,
  exportCustomer: exportCustomerEndpoint,
  extendVoucher: extendVoucherEndpoint,
  findCustomer: findCustomerEndpoint,
  findPurchase: findPurchaseEndpoint,
  findVoucher: findVoucherEndpoint,
  forgotPassword: forgotPasswordEndpoint,
  generateVoucher: generateVoucherEndpoint,
  giftVouchers: giftVouchersEndpoint,
  login: loginEndpoint,
  logout: logoutEndpoint,
  picture: pictureEndpoint,
  productInquiries: productInquiriesEndpoint,
  products: productsEndpoint,
  redeemVoucher: redeemVoucherEndpoint,
  refundOrder: refundOrderEndpoint,
  refundPayment: refundPaymentEndpoint,
  refundVoucher: refundVoucherEndpoint,
  releaseAlert: releaseAlertEndpoint,
  reopenRequest: reopenRequestEndpoint,
  requestCounts: requestCountsEndpoint,
  resendMail: resendEmailEndpoint,
  resendVoucher: resendVoucherEndpoint,
  resetPassword: resetPasswordEndpoint,
  restockProduct: restockProductEndpoint,
  search: searchEndpoint,
  session: sessionEndpoint,
  settleNow: settleNowEndpoint,
  undoVoucherEntry: undoVoucherEntryEndpoint,
  uploadPicture: uploadPictureEndpoint,
} satisfies Record<string, Endpoint>
