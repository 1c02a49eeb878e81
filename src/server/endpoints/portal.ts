import { formatPounds } from '#contract/base/money.ts'
import { portalEndpoints } from '#contract/endpoints/portal.ts'
import { listAccountLines } from '#server/accounts/account-lines.ts'
import { compareAccounts } from '#server/accounts/compare-accounts.ts'
import { getAccounts } from '#server/accounts/get-accounts.ts'
import { makePack } from '#server/accounts/make-pack.ts'
import { listActivity } from '#server/activity/list-activity.ts'
import { changePassword, endOtherSessions, endSession, listSessions } from '#server/auth/own-account.ts'
import { changePerson, invitePerson, listPeople, removePerson, resetPasskeys } from '#server/auth/people.ts'
import { stopRecovery } from '#server/auth/recovery.ts'
import { listOwnerNames } from '#server/auth/rules/owners-only.ts'
import {
  getSecurity,
  makeRecoveryCodes,
  removePasskey,
  renamePasskey,
  requirePasskeys,
} from '#server/auth/security.ts'
import { signOut } from '#server/auth/session.ts'
import { DEVICE_SECONDS } from '#server/auth/sign-in-rate-limit.ts'
import { executeCancellations } from '#server/cancelling/execute-cancellations.ts'
import { recordCancellation } from '#server/cancelling/record-cancellation.ts'
import { recordGoods } from '#server/cancelling/record-goods.ts'
import { recordPaidBack } from '#server/cancelling/record-paid-back.ts'
import { changeAddress } from '#server/delivery/change-address.ts'
import { sendAgain } from '#server/delivery/send-again.ts'
import { dismissEmail, listRecordEmails, requireCustomerEmail } from '#server/delivery/undelivered-emails.ts'
import { sendEmails, sendEmailsLater } from '#server/email/send-emails.ts'
import { answerEnquiry, changeEnquiryNote, reopenEnquiry } from '#server/enquiries/change-enquiry.ts'
import { confirmAppointment } from '#server/enquiries/confirm-appointment.ts'
import { getEnquiry, listEnquiries } from '#server/enquiries/list-enquiries.ts'
import { browserOf } from '#server/http/browser-of.ts'
import { downloadResponse } from '#server/http/files.ts'
import type { Handlers } from '#server/http/serve.ts'
import { releaseAlert } from '#server/money/dispute/release-alert.ts'
import { refundOrder } from '#server/money/refund/refund-order.ts'
import { refundPayment } from '#server/money/refund/refund-payment.ts'
import { refundVoucher } from '#server/money/refund/refund-voucher.ts'
import { settleNow } from '#server/money/settle/settle-payments.ts'
import { changeSettings, getSettings } from '#server/notices/settings.ts'
import {
  changeFulfilment,
  changeFulfilments,
  EMAIL_WAIT_MS,
  isToldOf,
} from '#server/orders/change-fulfilment.ts'
import { getOrder } from '#server/orders/get-order.ts'
import { listOrders } from '#server/orders/list-orders.ts'
import { listPackingSlips } from '#server/orders/list-packing-slips.ts'
import { eraseCustomer } from '#server/privacy/erase-customer.ts'
import { addProduct } from '#server/products/add-product.ts'
import { getAdminProduct } from '#server/products/admin-product.ts'
import { archiveProduct } from '#server/products/archive-product.ts'
import { changeProduct } from '#server/products/change-product.ts'
import { listAdminProducts } from '#server/products/list-admin-products.ts'
import { restockProduct } from '#server/products/restock-product.ts'
import { countUnanswered, isForStaff, listAttention } from '#server/reports/attention.ts'
import { getCharts } from '#server/reports/charts.ts'
import { exportCsv } from '#server/reports/export-csv.ts'
import { exportCustomer, findCustomer } from '#server/reports/find-customer.ts'
import { listCustomers } from '#server/reports/list-customers.ts'
import { getStats } from '#server/reports/stats.ts'
import { countLists } from '#server/search/count-lists.ts'
import { searchPortal } from '#server/search/search-portal.ts'
import { emailClosing } from '#server/vouchers/desk/email-closing.ts'
import { findByCode } from '#server/vouchers/desk/find-by-code.ts'
import { generateVoucher } from '#server/vouchers/desk/generate-voucher.ts'
import { getClosing } from '#server/vouchers/desk/get-closing.ts'
import { listVouchers } from '#server/vouchers/desk/list-vouchers.ts'
import { requireFind, requireUndo, seenBy, withCodeEnd } from '#server/vouchers/desk/staff-view.ts'
import { getVoucher } from '#server/vouchers/desk/voucher-detail.ts'
import { reissueVoucher, resendVoucher } from '#server/vouchers/giving/give-at-desk.ts'
import { changeHolderEmails } from '#server/vouchers/holder/change-holder-emails.ts'
import { importVouchers } from '#server/vouchers/import/import-vouchers.ts'
import { takeBackImport } from '#server/vouchers/import/take-back-import.ts'
import { adjustVoucher, redeemVoucher, undoVoucherEntry } from '#server/vouchers/ledger/change-balance.ts'
import { getComplimentaryValue } from '#server/vouchers/ledger/complimentary-value.ts'
import { extendVoucher } from '#server/vouchers/ledger/extend-voucher.ts'
import { getWebsite, getWebsiteVersion, listWebsiteVersions } from '#server/website/get-website.ts'
import { publishWebsite } from '#server/website/publish-website.ts'
import { saveWebsite } from '#server/website/save-website.ts'

/** The portal of signed-in admins. */
export const portalHandlers: Handlers<typeof portalEndpoints> = {
  accountLines: async (services, _, context) => {
    const { lines, cursor } = await listAccountLines(services, context.query)
    context.setNextCursor(cursor)
    return lines
  },
  accounts: (services, _, { query }) => getAccounts(services, query),
  accountsAtStripe: (services, _, { query }) => compareAccounts(services, query),
  activity: async (services, _body, context) => {
    const { items, next } = await listActivity(services.db, context.query)
    context.setNextCursor(next)
    return items
  },
  addProduct: (services, product, { admin }) => addProduct(services, product, admin.id),
  adjustVoucher: (services, body, context) =>
    adjustVoucher(services, { voucherId: context.params.id, actor: context.admin.id }, body),
  adminEnquiries: async (services, _, context) => {
    const { enquiries, cursor } = await listEnquiries(services, context.query)
    context.setNextCursor(cursor)
    return enquiries
  },
  adminEnquiry: ({ db }, _, { params }) => getEnquiry(db, params.id),
  adminOrder: (services, _, { params }) => getOrder(services.db, params.id),
  adminOrders: async (services, _, context) => {
    const { orders, cursor } = await listOrders(services.db, context.query)
    context.setNextCursor(cursor)
    return orders
  },
  adminPeople: (services, _, { admin }) => listPeople(services, admin.id),
  adminProduct: (services, _, { params }) => getAdminProduct(services.db, params.id),
  adminProducts: async (services, _, context) => {
    const { products, next } = await listAdminProducts(services.db, context.query)
    context.setNextCursor(next)
    return products
  },
  adminSessions: (services, _, { admin }) => listSessions(services, admin),
  adminSettings: ({ db }) => getSettings(db),
  adminStats: (services) => getStats(services),
  adminVoucher: async (services, _, { params, admin }) =>
    seenBy(admin, await getVoucher(services, params.id), services.clock.now()),
  adminVouchers: async (services, _, context) => {
    const { vouchers, cursor } = await listVouchers(services, context.query, context.admin.role)
    context.setNextCursor(cursor)
    return context.admin.role === 'owner' ? vouchers : vouchers.map(withCodeEnd)
  },
  answerEnquiry: (services, _, { params, admin }) => answerEnquiry(services, params.id, admin.id),
  archiveProduct: async (services, _, { params, admin }) => {
    await archiveProduct(services, params.id, admin.id)
    return { archived: true as const }
  },
  attention: async (services, _, { admin }) => {
    const { items, waiting } = await listAttention(services)
    return { items: admin.role === 'owner' ? items : items.filter(isForStaff), waiting }
  },
  changeAddress: async (services, body, context) => {
    await changeAddress(services, body, context.admin.id)
    context.waitUntil(sendEmails(services))
    return { changed: true as const }
  },
  changeEnquiryNote: (services, change, { params }) => changeEnquiryNote(services, params.id, change),
  changeFulfilment: async (services, change, context) => {
    const { id } = context.params
    await changeFulfilment(services, { ...change, orderId: id, actor: context.admin.id })
    const order = await getOrder(services.db, id)
    if (isToldOf(order)) context.waitUntil(sendEmailsLater(services, EMAIL_WAIT_MS))
    return order
  },
  changeFulfilments: async (services, { orders }, context) => {
    const results = await changeFulfilments(services, orders, context.admin.id)
    if (results.some(({ order }) => order && isToldOf(order)))
      context.waitUntil(sendEmailsLater(services, EMAIL_WAIT_MS))
    return { results }
  },
  changeHolderEmails: (services, wanted, context) =>
    changeHolderEmails(services, { voucherId: context.params.id, actor: context.admin.id }, wanted),
  changePassword: async (services, wanted, context) => {
    const { device } = await changePassword(services, context.admin, wanted, browserOf(context))
    context.setCookie('device', device, DEVICE_SECONDS)
    context.waitUntil(sendEmails(services))
    return { changed: true as const }
  },
  changePerson: async (services, wanted, context) => {
    const person = await changePerson(services, context.params.id, wanted, context.admin)
    context.waitUntil(sendEmails(services))
    return person
  },
  changeProduct: async (services, wanted, context) => {
    const product = await changeProduct(services, context.params.id, wanted, context.admin.id)
    context.waitUntil(sendEmails(services))
    return product
  },
  changeSettings: (services, settings, { admin }) => changeSettings(services, settings, admin.id),
  charts: (services) => getCharts(services),
  closing: (services, _, { query: { day }, admin }) => getClosing(services, admin, day),
  complimentaryValue: (services) => getComplimentaryValue(services),
  confirmAppointment: async (services, appointment, context) => {
    const result = await confirmAppointment(services, appointment, {
      id: context.params.id,
      actor: context.admin.id,
    })
    context.waitUntil(sendEmails(services))
    return result
  },
  customers: async (services, _, context) => {
    const { people, cursor } = await listCustomers(services.db, context.query)
    context.setNextCursor(cursor)
    return people
  },
  dismissEmail: async (services, _, context) => {
    await dismissEmail(services, context.params.id, context.admin.id)
    return { dismissed: true as const }
  },
  emailClosing: async (services, wanted, context) => {
    await emailClosing(services, context.admin, wanted)
    context.waitUntil(sendEmails(services))
    return { queued: true as const }
  },
  endOtherSessions: async (services, _, context) => {
    await endOtherSessions(services, context.admin, context.cookie('device'))
    context.waitUntil(sendEmails(services))
    return { ended: true as const }
  },
  endSession: async (services, _, context) => {
    await endSession(services, context.admin, context.params.id)
    context.waitUntil(sendEmails(services))
    return { ended: true as const }
  },
  enquiryCounts: countUnanswered,
  eraseCustomer: (services, { email }, { admin }) => eraseCustomer(services, email, admin.id),
  exportCsv: async (services, _, { params: { file }, query: days, admin }) =>
    downloadResponse({
      contentType: 'text/csv; charset=utf-8',
      ...(await exportCsv(services, { file, days, actor: admin.id })),
    }),
  exportCustomer: (services, who, { admin }) => exportCustomer(services, who, admin.id),
  extendVoucher: async (services, { expiryDate }, context) => {
    const change = { voucherId: context.params.id, actor: context.admin.id }
    const detail = await extendVoucher(services, change, expiryDate)
    context.waitUntil(sendEmails(services))
    return detail
  },
  findCustomer: (services, who, { admin }) =>
    findCustomer(services, who, { actor: admin.id, action: 'person_found' }),
  findVoucher: async (services, { code }, { admin }) => {
    await requireFind(services, admin)
    return seenBy(admin, await findByCode(services, code), services.clock.now())
  },
  generateVoucher: async (services, wanted, context) => {
    const detail = await generateVoucher(services, context.admin, wanted)
    context.waitUntil(sendEmails(services))
    return { voucher: seenBy(context.admin, detail, services.clock.now()).voucher }
  },
  importVouchers: async (services, wanted, context) => {
    const brought = await importVouchers(services, wanted, context.admin.id)
    if (!wanted.dryRun) context.waitUntil(sendEmails(services))
    return brought
  },
  invitePerson: async (services, invited, context) => {
    const person = await invitePerson(services, invited, context.admin)
    context.waitUntil(sendEmails(services))
    return person
  },
  listCounts: countLists,
  logout: async (services, _body, context) => {
    await signOut(services, context.admin)
    context.setCookie('session', '', 0)
    return { signedOut: true as const }
  },
  newRecoveryCodes: async (services, _, context) => {
    const codes = await makeRecoveryCodes(services, context.admin)
    context.waitUntil(sendEmails(services))
    return codes
  },
  packingSlips: (services, { ids }, { admin }) => listPackingSlips(services, ids, admin.id),
  passkeys: (services, _, { admin }) => getSecurity(services, admin),
  pack: async (services, _, { params: { period }, admin }) =>
    downloadResponse({
      contentType: 'application/zip',
      ...(await makePack(services, { name: period, actor: admin.id })),
    }),
  publishWebsite: async (services, { version, isRepeat }, context) => {
    const published = await publishWebsite(services, version, context.admin.id, { isRepeat })
    context.waitUntil(sendEmails(services))
    return published
  },
  recordCancellation: async (services, { sentOn }, context) => {
    const recordId = context.params.id
    const cancellation = await recordCancellation(services, { recordId, sentOn, actor: context.admin.id })
    context.waitUntil(sendEmails(services))
    return cancellation
  },
  recordEmails: (services, _, context) => listRecordEmails(services, context.params.id),
  recordGoods: async (services, goods, context) => {
    const cancellation = await recordGoods(services, {
      ...goods,
      id: context.params.id,
      admin: context.admin,
    })
    context.waitUntil(sendEmails(services))
    return cancellation
  },
  recordPaidBack: async (services, _, context) => {
    const cancellation = await recordPaidBack(services, context.params.id, context.admin.id)
    context.waitUntil(sendEmails(services))
    return cancellation
  },
  redeemVoucher: async (services, body, { params, admin }) => {
    const redeemed = await redeemVoucher(services, { voucherId: params.id, actor: admin.id }, body)
    return seenBy(admin, redeemed, services.clock.now())
  },
  refundOrder: async (services, { amount, refundable, ...wanted }, context) => {
    const orderId = context.params.id
    const pence = { pence: amount, refundablePence: refundable }
    const refund = await refundOrder(services, { ...wanted, ...pence, orderId, actor: context.admin.id })
    context.waitUntil(sendEmails(services))
    const order = await getOrder(services.db, orderId)
    return { ...refund, refunded: formatPounds(refund.refundedPence), order }
  },
  refundPayment: async (services, { expectedAmount }, context) => {
    const request = { paymentId: context.params.id, actor: context.admin.id, expectedPence: expectedAmount }
    const { refundedPence, state } = await refundPayment(services, request)
    context.waitUntil(sendEmails(services))
    return { refunded: formatPounds(refundedPence), state }
  },
  refundVoucher: async (services, { requestId, expectedAmount }, context) => {
    const { id } = context.params
    const wanted = { requestId, expectedPence: expectedAmount }
    const refund = await refundVoucher(services, id, context.admin.id, wanted)
    context.waitUntil(sendEmails(services))
    return {
      refundedAmount: formatPounds(refund.refundedPence),
      cancelledAmount: formatPounds(refund.cancelledPence),
      state: refund.state,
      ...(await getVoucher(services, id)),
    }
  },
  reissueVoucher: async (services, wanted, context) => {
    const change = { voucherId: context.params.id, actor: context.admin.id }
    const detail = await reissueVoucher(services, change, wanted)
    context.waitUntil(sendEmails(services))
    return detail
  },
  releaseAlert: async (services, _body, context) => {
    const { isFrozen } = await releaseAlert(services, { alertId: context.params.id, actor: context.admin.id })
    context.waitUntil(sendEmails(services))
    return { frozen: isFrozen }
  },
  removePasskey: async (services, _, context) => {
    await removePasskey(services, context.admin, context.params.id)
    context.waitUntil(sendEmails(services))
    return await getSecurity(services, context.admin)
  },
  removePerson: async (services, _, context) => {
    await removePerson(services, context.params.id, context.admin.id)
    context.waitUntil(sendEmails(services))
    return { removed: true as const }
  },
  renamePasskey: async (services, { name }, { params, admin }) => {
    await renamePasskey(services, admin, params.id, name)
    return await getSecurity(services, admin)
  },
  reopenEnquiry: (services, _, { params, admin }) => reopenEnquiry(services, params.id, admin.id),
  requirePasskeys: async (services, wanted, context) => {
    await requirePasskeys(services, context.admin, wanted)
    context.waitUntil(sendEmails(services))
    return await getSecurity(services, context.admin)
  },
  resendMail: async (services, { recipientEmail }, context) => {
    await requireCustomerEmail(services.db, context.admin, context.params.id)
    await sendAgain(services, { id: context.params.id, recipient: recipientEmail, actor: context.admin.id })
    context.waitUntil(sendEmails(services))
    return { queued: true as const }
  },
  resendVoucher: async (services, wanted, context) => {
    const change = { voucherId: context.params.id, actor: context.admin.id }
    const detail = await resendVoucher(services, change, wanted)
    context.waitUntil(sendEmails(services))
    return seenBy(context.admin, detail, services.clock.now())
  },
  resetPasskeys: async (services, _, context) => {
    const person = await resetPasskeys(services, context.params.id, context.admin)
    context.waitUntil(sendEmails(services))
    return person
  },
  restockProduct: (services, restock, { params, admin }) =>
    restockProduct(services, params.id, restock, admin.id),
  saveWebsite: (services, wanted, { admin }) => saveWebsite(services, wanted, admin.id),
  search: (services, _, { query, admin }) => searchPortal(services, query.search, admin.role),
  session: async ({ db }, _body, { admin }) => ({
    email: admin.email,
    name: admin.name,
    role: admin.role,
    owners: admin.role === 'owner' ? [] : await listOwnerNames(db),
    expiresAt: admin.expiresAt.toISOString(),
  }),
  settleNow: async (services, _body, context) => {
    const outcome = await settleNow(services, context.params.id)
    context.waitUntil(sendEmails(services))
    return { outcome }
  },
  stopRecovery: async (services, _, { admin }) => {
    await stopRecovery(services, admin)
    return await getSecurity(services, admin)
  },
  takeBackImport: (services, _, { params: { importId }, admin }) =>
    takeBackImport(services, importId, admin.id),
  undoVoucherEntry: async (services, body, context) => {
    const { admin } = context
    const voucherId = context.params.id
    await requireUndo(services, admin, body.entryId)
    const undone = await undoVoucherEntry(services, { voucherId, actor: admin.id }, body)
    // What it brings back to a cancelled voucher belongs to its buyer.
    if (undone.cancellation) context.waitUntil(executeCancellations(services, { of: voucherId }))
    return seenBy(admin, undone, services.clock.now())
  },
  websiteVersion: ({ db }, _body, { params }) => getWebsiteVersion(db, Number(params.version)),
  websiteVersions: ({ db }) => listWebsiteVersions(db),
  website: (services) => getWebsite(services),
}
