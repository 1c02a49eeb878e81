import { therapies } from '#clinic/current-therapies.ts'
import { formatPounds, parsePence } from '#contract/base/money.ts'
import { addDays } from '#contract/base/send-date.ts'
import { resendEmailEndpoint } from '#contract/email/emails.ts'
import {
  adminOrderEndpoint,
  changeFulfilmentEndpoint,
  refundOrderEndpoint,
} from '#contract/orders/admin-orders.ts'
import { adminProductsEndpoint, restockProductEndpoint } from '#contract/products/admin-products.ts'
import { attentionEndpoint, releaseAlertEndpoint } from '#contract/reports/reports.ts'
import { adminVoucherEndpoint, type AdminVoucher } from '#contract/vouchers/admin-vouchers.ts'
import {
  adjustVoucherEndpoint,
  redeemVoucherEndpoint,
  undoVoucherEntryEndpoint,
} from '#contract/vouchers/change-balance.ts'
import { generateVoucherEndpoint } from '#contract/vouchers/generate-voucher.ts'
import { extendVoucherEndpoint, refundVoucherEndpoint } from '#contract/vouchers/voucher-changes.ts'
import { correctAddress, drawAmount, drawRecipient } from '#local/demo/demo-buyers.ts'
import { GIFT_MESSAGES } from '#local/demo/demo-texts.ts'
import { doAtDesk, MINUTE_MS, type Year } from '#local/demo/year.ts'

// What the owner does in the portal.

/** Sells or gives a voucher at the desk; returns its id. */
export async function generateAtDesk(year: Year): Promise<string> {
  const { prng, site } = year
  const buyer = year.people.anybody()
  const recipient = drawRecipient(year, buyer)
  const paidBy = prng.pickWeighted({ cash: 4, card: 5, complimentary: 2 })
  const { voucher } = await site.manage(generateVoucherEndpoint, {
    body: {
      ...(paidBy !== 'complimentary' && { buyerName: buyer.name, buyerEmail: buyer.email }),
      recipientName: recipient.name,
      recipientEmail: recipient.email,
      originalAmount: drawAmount(year),
      personalMessage: prng.chance(0.4) ? prng.pick(GIFT_MESSAGES) : '',
      paidBy,
      requestId: prng.uuid(),
    },
  })
  return voucher.id
}

/** Plans what becomes of a voucher. */
export function planVoucher(year: Year, id: string): void {
  const { prng } = year
  const fate = prng.pickWeighted({ unused: 17, once: 36, often: 41, refunded: 6 })
  if (fate === 'refunded') return doAtDesk(year, prng.between(1, 20), () => refundVoucherWhole(year, id))
  if (prng.chance(0.05)) doAtDesk(year, prng.between(3, 40), () => addGoodwill(year, id))
  if (fate === 'unused') {
    // Some ask in time, some after the last day.
    if (prng.chance(0.3)) doAtDesk(year, prng.pick([345, 352, 371]), () => extendVoucher(year, id))
    return
  }
  const visits = fate === 'once' ? 1 : prng.between(2, 4)
  let days = prng.between(2, 80)
  for (let visit = 0; visit < visits; visit++) {
    const isWhole = fate === 'once' && prng.chance(0.7)
    doAtDesk(year, days, () => redeemForTreatment(year, id, isWhole))
    days += prng.between(10, 60)
  }
}

const findUsable = async ({ site }: Year, id: string): Promise<AdminVoucher | undefined> => {
  const { voucher } = await site.manage(adminVoucherEndpoint, { params: { id } })
  return voucher.status === 'active' ? voucher : undefined
}

async function redeemForTreatment(year: Year, id: string, isWhole: boolean): Promise<void> {
  const { prng, site, timeline } = year
  const voucher = await findUsable(year, id)
  if (!voucher) return
  const balance = parsePence(voucher.currentBalance) ?? 0
  const { title, prices = [] } = prng.pick(therapies)
  const { minutes, pounds } = prng.pick(prices) ?? { minutes: 60, pounds: 60 }
  const price = isWhole ? balance : Math.min(balance, pounds * 100)
  const redeem = (pence: number) =>
    site.manage(redeemVoucherEndpoint, {
      params: { id },
      body: {
        amount: formatPounds(pence),
        description: `${title}, ${minutes} minutes`,
        requestId: prng.uuid(),
      },
    })
  const { entry } = await redeem(price)
  if (!prng.chance(0.07)) return
  // A wrong amount, noticed at once.
  timeline.jump(2 * MINUTE_MS)
  await site.manage(undoVoucherEntryEndpoint, {
    params: { id },
    body: { entryId: entry.id, requestId: prng.uuid() },
  })
  await redeem(Math.min(balance, Math.max(1000, Math.round(price / 2000) * 1000)))
}

async function addGoodwill(year: Year, id: string): Promise<void> {
  if (!(await findUsable(year, id))) return
  const body = { amount: '10.00', description: 'Sorry: we had to move the appointment', adminNotes: '' }
  await year.site.manage(adjustVoucherEndpoint, {
    params: { id },
    body: { ...body, requestId: year.prng.uuid() },
  })
}

async function extendVoucher({ site }: Year, id: string): Promise<void> {
  const { voucher } = await site.manage(adminVoucherEndpoint, { params: { id } })
  if (voucher.status !== 'active' && voucher.status !== 'expired') return
  await site.manage(extendVoucherEndpoint, {
    params: { id },
    body: { expiryDate: addDays(voucher.expiryDate, 91) },
  })
}

async function refundVoucherWhole(year: Year, id: string): Promise<void> {
  if (!(await findUsable(year, id))) return
  await year.site.manage(refundVoucherEndpoint, { params: { id }, body: { requestId: year.prng.uuid() } })
  await year.site.deliverEvents()
}

/** Plans how an order is handed over, and for some a refund. */
export function planOrder(year: Year, id: string): void {
  const { prng } = year
  const ready = prng.between(0, 1) + 0.4
  const handedOver = ready + prng.between(1, 6)
  doAtDesk(year, ready, () => moveOn(year, id, 'to_prepare'))
  doAtDesk(year, handedOver, () => moveOn(year, id, 'ready'))
  if (prng.chance(0.13))
    doAtDesk(year, handedOver + prng.between(2, 9), () => refundOrder(year, id, prng.chance(0.5)))
}

async function moveOn({ site }: Year, id: string, from: 'to_prepare' | 'ready'): Promise<void> {
  const order = await site.manage(adminOrderEndpoint, { params: { id } })
  if (order.fulfilment !== from || !['completed', 'part_refunded'].includes(order.status)) return
  const last = order.delivery === 'local' ? 'delivered' : 'collected'
  await site.manage(changeFulfilmentEndpoint, {
    params: { id },
    body: { fulfilment: from === 'to_prepare' ? 'ready' : last, from },
  })
}

async function refundOrder({ site, prng }: Year, id: string, isWhole: boolean): Promise<void> {
  const order = await site.manage(adminOrderEndpoint, { params: { id } })
  if (order.status !== 'completed') return
  const part = formatPounds(Math.max(100, Math.round((parsePence(order.amount) ?? 0) / 400) * 100))
  await site.manage(refundOrderEndpoint, {
    params: { id },
    body: { ...(isWhole ? { restock: order.restockable } : { amount: part }), requestId: prng.uuid() },
  })
  await site.deliverEvents()
}

/** Orders what is running out. */
export async function restock({ site, prng }: Year): Promise<void> {
  for (const { id, stock, lowStock } of await site.manage(adminProductsEndpoint)) {
    if (stock > lowStock) continue
    await site.manage(restockProductEndpoint, {
      params: { id },
      body: { quantity: prng.between(4, 8), requestId: prng.uuid() },
    })
  }
}

/** Sends emails again that did not arrive, to the address that the buyer gives on the phone. */
export async function resendEmails({ site }: Year): Promise<void> {
  const { items } = await site.manage(attentionEndpoint)
  for (const item of items) {
    if (item.kind !== 'mail') continue
    const recipientEmail = correctAddress(item.recipient)
    await site.manage(resendEmailEndpoint, { params: { id: item.id }, body: { recipientEmail } })
  }
}

/** Releases payments that were reported as probably fraudulent, after a call to the buyer. */
export async function releaseAlerts({ site }: Year): Promise<void> {
  const { items } = await site.manage(attentionEndpoint)
  for (const item of items) {
    if (item.kind === 'fraud_alert') await site.manage(releaseAlertEndpoint, { params: { id: item.id } })
  }
}
