import {
  accountLinesEndpoint,
  accountsAtStripeEndpoint,
  accountsEndpoint,
  packEndpoint,
} from '#contract/accounts/accounts.ts'
import {
  adminSessionsEndpoint,
  changePasswordEndpoint,
  endOtherSessionsEndpoint,
  endSessionEndpoint,
} from '#contract/auth/own-account.ts'
import {
  adminPeopleEndpoint,
  changePersonEndpoint,
  invitePersonEndpoint,
  removePersonEndpoint,
  resetPasskeysEndpoint,
} from '#contract/auth/people.ts'
import {
  newRecoveryCodesEndpoint,
  passkeysEndpoint,
  removePasskeyEndpoint,
  renamePasskeyEndpoint,
  requirePasskeysEndpoint,
  stopRecoveryEndpoint,
} from '#contract/auth/second-factor.ts'
import { logoutEndpoint, sessionEndpoint } from '#contract/auth/session.ts'
import type { Endpoint } from '#contract/base/endpoint.ts'
import {
  changeAddressEndpoint,
  dismissEmailEndpoint,
  recordEmailsEndpoint,
  resendEmailEndpoint,
} from '#contract/email/emails.ts'
import {
  adminEnquiriesEndpoint,
  adminEnquiryEndpoint,
  answerEnquiryEndpoint,
  changeEnquiryNoteEndpoint,
  confirmAppointmentEndpoint,
  enquiryCountsEndpoint,
  reopenEnquiryEndpoint,
} from '#contract/enquiries/admin-enquiries.ts'
import { adminSettingsEndpoint, changeSettingsEndpoint } from '#contract/notices/settings.ts'
import {
  adminOrderEndpoint,
  adminOrdersEndpoint,
  changeFulfilmentEndpoint,
  changeFulfilmentsEndpoint,
  packingSlipsEndpoint,
  refundOrderEndpoint,
} from '#contract/orders/admin-orders.ts'
import {
  addProductEndpoint,
  adminProductEndpoint,
  adminProductsEndpoint,
  archiveProductEndpoint,
  changeProductEndpoint,
  restockProductEndpoint,
} from '#contract/products/admin-products.ts'
import {
  recordCancellationEndpoint,
  recordGoodsEndpoint,
  recordPaidBackEndpoint,
} from '#contract/purchases/cancellation.ts'
import {
  customersEndpoint,
  eraseCustomerEndpoint,
  exportCustomerEndpoint,
  findCustomerEndpoint,
} from '#contract/reports/customers.ts'
import { exportCsvEndpoint } from '#contract/reports/exports.ts'
import {
  activityEndpoint,
  adminStatsEndpoint,
  attentionEndpoint,
  chartsEndpoint,
  refundPaymentEndpoint,
  releaseAlertEndpoint,
  settleNowEndpoint,
} from '#contract/reports/reports.ts'
import { listCountsEndpoint } from '#contract/search/list-counts.ts'
import { searchEndpoint } from '#contract/search/search.ts'
import {
  adminVoucherEndpoint,
  adminVouchersEndpoint,
  findVoucherEndpoint,
} from '#contract/vouchers/admin-vouchers.ts'
import {
  adjustVoucherEndpoint,
  redeemVoucherEndpoint,
  undoVoucherEntryEndpoint,
} from '#contract/vouchers/change-balance.ts'
import { closingEndpoint, emailClosingEndpoint } from '#contract/vouchers/closing.ts'
import { complimentaryValueEndpoint } from '#contract/vouchers/complimentary-value.ts'
import { generateVoucherEndpoint } from '#contract/vouchers/generate-voucher.ts'
import {
  changeHolderEmailsEndpoint,
  extendVoucherEndpoint,
  refundVoucherEndpoint,
  reissueVoucherEndpoint,
  resendVoucherEndpoint,
} from '#contract/vouchers/voucher-changes.ts'
import { importVouchersEndpoint, takeBackImportEndpoint } from '#contract/vouchers/voucher-import.ts'
import {
  publishWebsiteEndpoint,
  saveWebsiteEndpoint,
  websiteEndpoint,
  websiteVersionEndpoint,
  websiteVersionsEndpoint,
} from '#contract/website/website.ts'

export const portalEndpoints = {
  accountLines: accountLinesEndpoint,
  accounts: accountsEndpoint,
  accountsAtStripe: accountsAtStripeEndpoint,
  activity: activityEndpoint,
  addProduct: addProductEndpoint,
  adjustVoucher: adjustVoucherEndpoint,
  adminEnquiries: adminEnquiriesEndpoint,
  adminEnquiry: adminEnquiryEndpoint,
  adminOrder: adminOrderEndpoint,
  adminOrders: adminOrdersEndpoint,
  adminPeople: adminPeopleEndpoint,
  adminProduct: adminProductEndpoint,
  adminProducts: adminProductsEndpoint,
  adminSessions: adminSessionsEndpoint,
  adminSettings: adminSettingsEndpoint,
  adminStats: adminStatsEndpoint,
  adminVoucher: adminVoucherEndpoint,
  adminVouchers: adminVouchersEndpoint,
  answerEnquiry: answerEnquiryEndpoint,
  archiveProduct: archiveProductEndpoint,
  attention: attentionEndpoint,
  changeAddress: changeAddressEndpoint,
  changeEnquiryNote: changeEnquiryNoteEndpoint,
  changeFulfilment: changeFulfilmentEndpoint,
  changeFulfilments: changeFulfilmentsEndpoint,
  changeHolderEmails: changeHolderEmailsEndpoint,
  changePassword: changePasswordEndpoint,
  changePerson: changePersonEndpoint,
  changeProduct: changeProductEndpoint,
  changeSettings: changeSettingsEndpoint,
  charts: chartsEndpoint,
  closing: closingEndpoint,
  complimentaryValue: complimentaryValueEndpoint,
  confirmAppointment: confirmAppointmentEndpoint,
  customers: customersEndpoint,
  dismissEmail: dismissEmailEndpoint,
  emailClosing: emailClosingEndpoint,
  endOtherSessions: endOtherSessionsEndpoint,
  endSession: endSessionEndpoint,
  enquiryCounts: enquiryCountsEndpoint,
  eraseCustomer: eraseCustomerEndpoint,
  exportCsv: exportCsvEndpoint,
  exportCustomer: exportCustomerEndpoint,
  extendVoucher: extendVoucherEndpoint,
  findCustomer: findCustomerEndpoint,
  findVoucher: findVoucherEndpoint,
  generateVoucher: generateVoucherEndpoint,
  importVouchers: importVouchersEndpoint,
  invitePerson: invitePersonEndpoint,
  listCounts: listCountsEndpoint,
  logout: logoutEndpoint,
  newRecoveryCodes: newRecoveryCodesEndpoint,
  packingSlips: packingSlipsEndpoint,
  passkeys: passkeysEndpoint,
  pack: packEndpoint,
  publishWebsite: publishWebsiteEndpoint,
  recordCancellation: recordCancellationEndpoint,
  recordEmails: recordEmailsEndpoint,
  recordGoods: recordGoodsEndpoint,
  recordPaidBack: recordPaidBackEndpoint,
  redeemVoucher: redeemVoucherEndpoint,
  refundOrder: refundOrderEndpoint,
  refundPayment: refundPaymentEndpoint,
  refundVoucher: refundVoucherEndpoint,
  reissueVoucher: reissueVoucherEndpoint,
  releaseAlert: releaseAlertEndpoint,
  removePasskey: removePasskeyEndpoint,
  removePerson: removePersonEndpoint,
  renamePasskey: renamePasskeyEndpoint,
  reopenEnquiry: reopenEnquiryEndpoint,
  requirePasskeys: requirePasskeysEndpoint,
  resendMail: resendEmailEndpoint,
  resendVoucher: resendVoucherEndpoint,
  resetPasskeys: resetPasskeysEndpoint,
  restockProduct: restockProductEndpoint,
  saveWebsite: saveWebsiteEndpoint,
  search: searchEndpoint,
  session: sessionEndpoint,
  settleNow: settleNowEndpoint,
  stopRecovery: stopRecoveryEndpoint,
  takeBackImport: takeBackImportEndpoint,
  undoVoucherEntry: undoVoucherEntryEndpoint,
  websiteVersion: websiteVersionEndpoint,
  websiteVersions: websiteVersionsEndpoint,
  website: websiteEndpoint,
} satisfies Record<string, Endpoint>
