import { expect, inject, it } from 'vitest'
import { playSequences } from '../../../prove/ledger/ledger.ts'

it('vouchers are as the model of their ledger has it, whatever happens to them', async () => {
  const options = { seed: 1, postgresPort: inject('postgresPort'), progress: () => {} }
  const { covered, failures } = await playSequences(options, 10)
  expect(failures).toEqual([])
  expect(covered).toBe(10)
})
