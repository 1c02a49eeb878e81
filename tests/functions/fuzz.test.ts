import { expect, inject, it } from 'vitest'
import { fuzz } from '../resilience/fuzz/fuzz.ts'

it('every endpoint answers or refuses whatever it is sent, and what is refused writes nothing', async () => {
  const options = { from: 1, count: 10, postgresPort: inject('postgresPort'), progress: () => {} }
  const { failures } = await fuzz(options)
  expect(failures).toEqual([])
})
