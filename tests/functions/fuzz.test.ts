import { expect, inject, it } from 'vitest'
import { fuzzEach } from '../../prove/fuzz/fuzz.ts'

it('every endpoint answers or refuses whatever it is sent, and what is refused writes nothing', async () => {
  const options = { seed: 1, postgresPort: inject('postgresPort'), progress: () => {} }
  const { failures } = await fuzzEach(options, 10)
  expect(failures).toEqual([])
})
