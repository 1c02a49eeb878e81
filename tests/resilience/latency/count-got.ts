import type { World } from '../../harness/start-world.ts'

const GOT = `
  select who, count(*)::int as times from (
    select buyer_email as who from gift_voucher where payment_id is not null
    union all select email from orders
    union all select email from contact_message
    union all select recipient_email from voucher_entry join gift_voucher on gift_voucher.id = voucher_id
      where kind = 'redeem'
  ) as got where who like '%@visitor.example' group by who`

/** How often each visitor has got a voucher or an order for their money, been heard, or had a voucher redeemed. */
export async function countGot({ rows }: World): Promise<Record<string, number>> {
  const got = await rows<{ who: string; times: number }>(GOT)
  return Object.fromEntries(got.map(({ who, times }) => [who, times]))
}
