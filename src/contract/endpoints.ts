import {
  adminEnquiriesEndpoint,
  adminEnquiryEndpoint,
  answerEnquiryEndpoint,
  changeEnquiryNoteEndpoint,
  confirmAppointmentEndpoint,
  enquiryCountsEndpoint,
  reopenEnquiryEndpoint,
} from '#contract/admin-enquiries.ts'
import {
  adminOrderEndpoint,
  adminOrdersEndpoint,
  changeFulfilmentEndpoint,
  changeFulfilmentsEndpoint,
  packingSlipsEndpoint,
  refundOrderEndpoint,
} from '#contract/admin-orders.ts'
import {
  addProductEndpoint,
  adminProductEndpoint,
  adminProductsEndpoint,
  archiveProductEndpoint,
  changeProductEndpoint,
  restockProductEndpoint,
} from '#contract/admin-products.ts'
import { adminVoucherEndpoint, adminVouchersEndpoint, findVoucherEndpoint } from '#contract/admin-vouchers.ts'
import {
  adjustVoucherEndpoint,
  redeemVoucherEndpoint,
  undoVoucherEntryEndpoint,
} from '#contract/change-balance.ts'
import { closingEndpoint, emailClosingEndpoint } from '#contract/closing.ts'
import { complimentaryValueEndpoint } from '#contract/complimentary-value.ts'
import {
  customersEndpoint,
  eraseCustomerEndpoint,
  exportCustomerEndpoint,
  findCustomerEndpoint,
} from '#contract/customers.ts'
import {
  changeAddressEndpoint,
  dismissEmailEndpoint,
  recordEmailsEndpoint,
  resendEmailEndpoint,
} from '#contract/emails.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { appointmentsEndpoint, contactEndpoint, productInquiriesEndpoint } from '#contract/enquiries.ts'
import { exportCsvEndpoint } from '#contract/exports.ts'
import { generateVoucherEndpoint } from '#contract/generate-voucher.ts'
import { healthEndpoint } from '#contract/health.ts'
import {
  findHeldVoucherEndpoint,
  resendHeldVouchersEndpoint,
  stopRemindersEndpoint,
} from '#contract/held-vouchers.ts'
import { listCountsEndpoint } from '#contract/list-counts.ts'
import { createOrderEndpoint, createProductPaymentIntentEndpoint } from '#contract/orders.ts'
import { pictureEndpoint, uploadPictureEndpoint } from '#contract/pictures.ts'
import { productsEndpoint } from '#contract/products.ts'
import {
  changeRecipientEndpoint,
  changeSendDateEndpoint,
  reissuePurchaseEndpoint,
} from '#contract/purchase-changes.ts'
import { findPurchaseEndpoint } from '#contract/purchases.ts'
import {
  activityEndpoint,
  adminStatsEndpoint,
  attentionEndpoint,
  chartsEndpoint,
  refundPaymentEndpoint,
  releaseAlertEndpoint,
  settleNowEndpoint,
} from '#contract/reports.ts'
import { searchEndpoint } from '#contract/search.ts'
import {
  endSessionsEndpoint,
  forgotPasswordEndpoint,
  loginEndpoint,
  logoutEndpoint,
  resetPasswordEndpoint,
  sessionEndpoint,
} from '#contract/session.ts'
import { adminSettingsEndpoint, changeSettingsEndpoint } from '#contract/settings.ts'
import {
  changeHolderEmailsEndpoint,
  extendVoucherEndpoint,
  refundVoucherEndpoint,
  reissueVoucherEndpoint,
  resendVoucherEndpoint,
} from '#contract/voucher-changes.ts'
import { importVouchersEndpoint, takeBackImportEndpoint } from '#contract/voucher-import.ts'
import { createPaymentIntentEndpoint, giftVouchersEndpoint } from '#contract/vouchers.ts'
import {
  publishWebsiteEndpoint,
  saveWebsiteEndpoint,
  websiteEndpoint,
  websiteVersionEndpoint,
  websiteVersionsEndpoint,
} from '#contract/website.ts'
import { welcomeEndpoint } from '#contract/welcome.ts'

/** All endpoints by the name they have in all layers. */
export const endpoints = {
  activity: activityEndpoint,
  addProduct: addProductEndpoint,
  adjustVoucher: adjustVoucherEndpoint,
  adminEnquiries: adminEnquiriesEndpoint,
  adminEnquiry: adminEnquiryEndpoint,
  adminOrder: adminOrderEndpoint,
  adminOrders: adminOrdersEndpoint,
  adminProduct: adminProductEndpoint,
  adminProducts: adminProductsEndpoint,
  adminSettings: adminSettingsEndpoint,
  adminStats: adminStatsEndpoint,
  adminVoucher: adminVoucherEndpoint,
  adminVouchers: adminVouchersEndpoint,
  answerEnquiry: answerEnquiryEndpoint,
  appointments: appointmentsEndpoint,
  archiveProduct: archiveProductEndpoint,
  attention: attentionEndpoint,
  changeAddress: changeAddressEndpoint,
  changeEnquiryNote: changeEnquiryNoteEndpoint,
  changeHolderEmails: changeHolderEmailsEndpoint,
  changeFulfilment: changeFulfilmentEndpoint,
  changeFulfilments: changeFulfilmentsEndpoint,
  changeProduct: changeProductEndpoint,
  changeRecipient: changeRecipientEndpoint,
  changeSendDate: changeSendDateEndpoint,
  changeSettings: changeSettingsEndpoint,
  charts: chartsEndpoint,
  closing: closingEndpoint,
  complimentaryValue: complimentaryValueEndpoint,
  confirmAppointment: confirmAppointmentEndpoint,
  contact: contactEndpoint,
  createOrder: createOrderEndpoint,
  createPaymentIntent: createPaymentIntentEndpoint,
  createProductPaymentIntent: createProductPaymentIntentEndpoint,
  customers: customersEndpoint,
  dismissEmail: dismissEmailEndpoint,
  emailClosing: emailClosingEndpoint,
  endSessions: endSessionsEndpoint,
  enquiryCounts: enquiryCountsEndpoint,
  eraseCustomer: eraseCustomerEndpoint,
  exportCsv: exportCsvEndpoint,
  exportCustomer: exportCustomerEndpoint,
  extendVoucher: extendVoucherEndpoint,
  findCustomer: findCustomerEndpoint,
  findHeldVoucher: findHeldVoucherEndpoint,
  findPurchase: findPurchaseEndpoint,
  findVoucher: findVoucherEndpoint,
  forgotPassword: forgotPasswordEndpoint,
  generateVoucher: generateVoucherEndpoint,
  giftVouchers: giftVouchersEndpoint,
  health: healthEndpoint,
  importVouchers: importVouchersEndpoint,
  listCounts: listCountsEndpoint,
  login: loginEndpoint,
  logout: logoutEndpoint,
  packingSlips: packingSlipsEndpoint,
  picture: pictureEndpoint,
  productInquiries: productInquiriesEndpoint,
  products: productsEndpoint,
  publishWebsite: publishWebsiteEndpoint,
  recordEmails: recordEmailsEndpoint,
  redeemVoucher: redeemVoucherEndpoint,
  refundOrder: refundOrderEndpoint,
  refundPayment: refundPaymentEndpoint,
  refundVoucher: refundVoucherEndpoint,
  reissuePurchase: reissuePurchaseEndpoint,
  reissueVoucher: reissueVoucherEndpoint,
  releaseAlert: releaseAlertEndpoint,
  reopenEnquiry: reopenEnquiryEndpoint,
  resendHeldVouchers: resendHeldVouchersEndpoint,
  resendMail: resendEmailEndpoint,
  resendVoucher: resendVoucherEndpoint,
  resetPassword: resetPasswordEndpoint,
  restockProduct: restockProductEndpoint,
  saveWebsite: saveWebsiteEndpoint,
  search: searchEndpoint,
  session: sessionEndpoint,
  settleNow: settleNowEndpoint,
  stopReminders: stopRemindersEndpoint,
  takeBackImport: takeBackImportEndpoint,
  undoVoucherEntry: undoVoucherEntryEndpoint,
  uploadPicture: uploadPictureEndpoint,
  website: websiteEndpoint,
  websiteVersion: websiteVersionEndpoint,
  websiteVersions: websiteVersionsEndpoint,
  welcome: welcomeEndpoint,
} satisfies Record<string, Endpoint>
