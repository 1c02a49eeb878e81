import type { Customer } from '#contract/reports/customers.ts'

const COUNT_LABELS = [
  ['vouchersBought', 'voucher bought', 'vouchers bought'],
  ['vouchersReceived', 'voucher received', 'vouchers received'],
  ['orders', 'order', 'orders'],
  ['inquiries', 'product question', 'product questions'],
  ['messages', 'message', 'messages'],
  ['appointments', 'appointment request', 'appointment requests'],
] as const

/** "2 vouchers bought, 1 message" */
export function activityCounts(customer: Customer): string {
  return COUNT_LABELS.filter(([name]) => customer[name] > 0)
    .map(([name, one, several]) => `${customer[name]}\u00a0${customer[name] === 1 ? one : several}`)
    .join(', ')
}

/** Whether they have bought anything; somebody who only asked has no amount. */
export const isBuyer = ({ vouchersBought, orders }: Pick<Customer, 'vouchersBought' | 'orders'>): boolean =>
  vouchersBought + orders > 0

/** Returns the name of a requested service, which may be free text or a therapy's id, "womens-health". */
export function serviceLabel(service: string): string {
  if (!/^[a-z]+(-[a-z]+)*$/.test(service)) return service
  return service.charAt(0).toUpperCase() + service.slice(1).replaceAll('-', ' ')
}
