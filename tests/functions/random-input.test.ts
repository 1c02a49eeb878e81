import { expect, inject, it } from 'vitest'
import { fuzz } from '#tests/resilience/fuzz/fuzz.ts'

// ASVS 2.2.1, 16.5.3
it('every endpoint responds to random input, and a refused request writes nothing', async () => {
  const options = { from: 1, count: 10, postgresPort: inject('postgresPort'), progress: () => {} }
  const { failures } = await fuzz(options)
  expect(failures).toEqual([])
})
