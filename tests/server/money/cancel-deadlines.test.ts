import { sql, type RawBuilder } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  isCancellable,
  ORDER_CANCEL_UNTIL,
  VOUCHER_CANCEL_UNTIL,
} from '#server/purchases/rules/cancellation-facts.ts'
import { useWorld } from '#tests/harness/world.ts'

const world = useWorld()

/** Each end was read off a calendar: day 14 after the day of purchase in London, to its last second. */
const DEADLINES = [
  ['at noon', '2026-11-01T12:00:00Z', '2026-11-15', '2026-11-15T23:59:59Z'],
  ['in the first second of a day', '2026-11-01T00:00:00Z', '2026-11-15', '2026-11-15T23:59:59Z'],
  ['in the last second of a day', '2026-11-01T23:59:59Z', '2026-11-15', '2026-11-15T23:59:59Z'],
  ['at 00:30 in summer', '2026-06-30T23:30:00Z', '2026-07-15', '2026-07-15T22:59:59Z'],
  ['at 23:30 in summer', '2026-06-30T22:30:00Z', '2026-07-14', '2026-07-14T22:59:59Z'],
  ['in the first second of a summer day', '2026-07-31T23:00:00Z', '2026-08-15', '2026-08-15T22:59:59Z'],
  ['in the last second of a summer day', '2026-07-31T22:59:59Z', '2026-08-14', '2026-08-14T22:59:59Z'],
  ['before summer time begins', '2027-03-20T10:00:00Z', '2027-04-03', '2027-04-03T22:59:59Z'],
  ['late before summer time begins', '2027-03-20T23:59:59Z', '2027-04-03', '2027-04-03T22:59:59Z'],
  ['a day before summer time begins', '2027-03-27T23:30:00Z', '2027-04-10', '2027-04-10T22:59:59Z'],
  ['just before summer time begins', '2027-03-28T00:59:59Z', '2027-04-11', '2027-04-11T22:59:59Z'],
  ['just after summer time begins', '2027-03-28T01:00:00Z', '2027-04-11', '2027-04-11T22:59:59Z'],
  ['late on the day summer time begins', '2027-03-28T22:59:59Z', '2027-04-11', '2027-04-11T22:59:59Z'],
  ['at midnight after summer time begins', '2027-03-28T23:00:00Z', '2027-04-12', '2027-04-12T22:59:59Z'],
  ['so that summer time begins on day 14', '2027-03-14T10:00:00Z', '2027-03-28', '2027-03-28T22:59:59Z'],
  ['so that summer time begins on day 15', '2027-03-13T10:00:00Z', '2027-03-27', '2027-03-27T23:59:59Z'],
  ['before summer time ends', '2026-10-20T10:00:00Z', '2026-11-03', '2026-11-03T23:59:59Z'],
  ['at 00:30 before summer time ends', '2026-10-19T23:30:00Z', '2026-11-03', '2026-11-03T23:59:59Z'],
  ['a day before summer time ends', '2026-10-24T22:59:59Z', '2026-11-07', '2026-11-07T23:59:59Z'],
  ['at midnight before summer time ends', '2026-10-24T23:00:00Z', '2026-11-08', '2026-11-08T23:59:59Z'],
  ['in the first 01:30 as summer time ends', '2026-10-25T00:30:00Z', '2026-11-08', '2026-11-08T23:59:59Z'],
  ['in the second 01:30 as summer time ends', '2026-10-25T01:30:00Z', '2026-11-08', '2026-11-08T23:59:59Z'],
  ['late on the day summer time ends', '2026-10-25T23:59:59Z', '2026-11-08', '2026-11-08T23:59:59Z'],
  ['so that summer time ends on day 14', '2026-10-11T10:00:00Z', '2026-10-25', '2026-10-25T23:59:59Z'],
  ['so that summer time ends on day 15', '2026-10-10T10:00:00Z', '2026-10-24', '2026-10-24T22:59:59Z'],
  ['before 29 February', '2028-02-20T10:00:00Z', '2028-03-05', '2028-03-05T23:59:59Z'],
  ['so that day 14 is 29 February', '2028-02-15T10:00:00Z', '2028-02-29', '2028-02-29T23:59:59Z'],
  ['so that day 15 is 29 February', '2028-02-14T10:00:00Z', '2028-02-28', '2028-02-28T23:59:59Z'],
  ['on 29 February', '2028-02-29T23:59:59Z', '2028-03-14', '2028-03-14T23:59:59Z'],
  ['so that day 15 would be 29 February', '2027-02-14T10:00:00Z', '2027-02-28', '2027-02-28T23:59:59Z'],
  ['in a February without day 29', '2027-02-15T10:00:00Z', '2027-03-01', '2027-03-01T23:59:59Z'],
  ['in the year 2100, no leap year', '2100-02-20T10:00:00Z', '2100-03-06', '2100-03-06T23:59:59Z'],
  ['before the New Year', '2026-12-25T10:00:00Z', '2027-01-08', '2027-01-08T23:59:59Z'],
  ['in the last second of a year', '2026-12-31T23:59:59Z', '2027-01-14', '2027-01-14T23:59:59Z'],
  ['in the first second of a year', '2027-01-01T00:00:00Z', '2027-01-15', '2027-01-15T23:59:59Z'],
  ['so that day 14 is New Year’s Eve', '2026-12-17T10:00:00Z', '2026-12-31', '2026-12-31T23:59:59Z'],
  ['so that day 14 is New Year’s Day', '2026-12-18T10:00:00Z', '2027-01-01', '2027-01-01T23:59:59Z'],
  ['at the end of a month of 30 days', '2026-04-30T10:00:00Z', '2026-05-14', '2026-05-14T22:59:59Z'],
  ['so that day 14 is Good Friday', '2027-03-12T10:00:00Z', '2027-03-26', '2027-03-26T23:59:59Z'],
  ['so that day 14 is Christmas Day', '2026-12-11T10:00:00Z', '2026-12-25', '2026-12-25T23:59:59Z'],
] as const

const ID = '00000000-0000-4000-8000-000000000001'

/** There is no such order, and activity is never deleted otherwise. */
const withoutTriggers = (change: string) =>
  world.rows(`set session_replication_role = replica; ${change}; reset session_replication_role`)

interface Deadline {
  until: string
  inTime: boolean
  late: boolean
}

/** Asks the rules at the last second and a second later. `from`: the tables of the rules, with one purchase. */
async function read(bought: 'voucher' | 'order', last: Date, from: RawBuilder<unknown>) {
  const until = bought === 'voucher' ? VOUCHER_CANCEL_UNTIL : ORDER_CANCEL_UNTIL
  const second = new Date(last.getTime() + 1000)
  const [row] = await world.services.db.run(sql<Deadline>`
    select ${until}::text as until, ${isCancellable(last, bought)} as in_time, ${isCancellable(second, bought)} as late ${from}`)
  return row
}

describe('the 14 days', () => {
  it.each(DEADLINES)('of a voucher bought %s end with day 14 in London', async (_, at, until, last) => {
    const voucher = sql`from (select ${ID}::uuid as id, 'active' as status, null::text as disputed_from, ${at}::timestamptz as issued_at) voucher`
    expect(await read('voucher', new Date(last), voucher)).toEqual({ until, inTime: true, late: false })
  })

  it.each(DEADLINES)('of an order handed over %s end with day 14 in London', async (_, at, until, last) => {
    await withoutTriggers(
      `insert into activity (at, actor, action, order_id, after)
       values ('${at}', 'admin', 'fulfilment_changed', '${ID}', '{"fulfilment":"collected"}')`,
    )
    const order = sql`
      from (select ${ID}::uuid as id, 'collected' as fulfilment) orders,
        (select ${ID}::uuid as id, 'fulfilled' as state, 3200 as amount_pence, 0 as lost_pence) payment`
    expect(await read('order', new Date(last), order)).toEqual({ until, inTime: true, late: false })
    await withoutTriggers(`delete from activity where order_id = '${ID}'`)
  })
})
