import * as v from 'valibot'

/** A running number that people can read out. Orders and voucher purchases share one sequence in the database. */
export const PurchaseNumberSchema = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(1001),
  v.maxValue(2_147_483_647),
)

/** What can be bought online, with the words before its number. */
export const purchaseLabels = { voucher: 'Voucher purchase', order: 'Order' } as const

export type Purchase = keyof typeof purchaseLabels

/** Returns "Order 1042" or "Voucher purchase 2031". */
export const purchaseName = (bought: Purchase, number: number) => `${purchaseLabels[bought]} ${number}`

/** Returns the number in "1042", "#1042" or "Order 1042"; undefined for any other text. */
export function parsePurchaseNumber(bought: Purchase, text: string): number | undefined {
  const digits = new RegExp(`^(?:${purchaseLabels[bought]} )?#?(\\d{4,9})$`, 'i').exec(text.trim())?.[1]
  return digits === undefined ? undefined : Number(digits)
}
