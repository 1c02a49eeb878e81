import { expect, inject, it } from 'vitest'
import { ledger } from '#tests/resilience/ledger/ledger.ts'

it('vouchers match the model of their ledger after any sequence of operations', async () => {
  const options = { from: 1, count: 10, postgresPort: inject('postgresPort'), progress: () => {} }
  const { covered, failures } = await ledger(options)
  expect(failures).toEqual([])
  expect(covered).toBe(10)
})
