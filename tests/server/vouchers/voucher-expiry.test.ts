import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clinic } from '#clinic/current-clinic.ts'
import { validUntil } from '#server/vouchers/ledger/issue-voucher.ts'
import { useWorld } from '#tests/harness/world.ts'

const world = useWorld()

describe('validUntil, where vouchers are valid for 12 months,', () => {
  const { validMonths } = clinic.vouchers
  beforeAll(() => {
    clinic.vouchers.validMonths = 12
  })
  afterAll(() => {
    clinic.vouchers.validMonths = validMonths
  })

  it.each([
    ['2026-11-21T14:00:00Z', '2027-11-22T00:00:00.000Z'],
    // The day in London counts: 00:30 there is still yesterday in UTC.
    ['2026-07-01T23:30:00Z', '2027-07-02T23:00:00.000Z'],
    // The last minute of a London day, across the end and the start of summer time.
    ['2026-10-25T23:59:00Z', '2027-10-25T23:00:00.000Z'],
    ['2026-10-31T23:59:00Z', '2027-11-01T00:00:00.000Z'],
    ['2027-03-28T00:30:00Z', '2028-03-28T23:00:00.000Z'],
    // 29 February.
    ['2028-02-29T12:00:00Z', '2029-03-01T00:00:00.000Z'],
  ])('makes a voucher paid at %s valid until %s', async (paidAt, until) => {
    const [row] = await world.services.db.run(
      sql<{ until: Date }>`select ${validUntil(new Date(paidAt))} as until`,
    )
    expect(row?.until.toISOString()).toBe(until)
  })
})
