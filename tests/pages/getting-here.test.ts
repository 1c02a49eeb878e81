import { afterEach, expect, test, vi } from 'vitest'
import { clinic } from '#clinic/current-clinic.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

test.each([
  ['an example', 'production', true, 0],
  ['an example', 'deploy-preview', true, 1],
  ['an example', undefined, true, 1],
  ['the clinic’s own', 'production', false, 1],
])('a way to the clinic that is %s, in the context %s', async (_, context, gettingHereIsExample, shown) => {
  vi.stubEnv('NETLIFY_CONTEXT', context)
  const changed = { ...clinic, gettingHere: [{ by: 'Tram', text: 'To the door.' }], gettingHereIsExample }
  vi.doMock('#clinic/current-clinic.ts', () => ({ clinic: changed }))
  const { gettingHere, isShownAsExample } = await import('#clinic/arrival.ts')
  expect(gettingHere).toHaveLength(shown)
  expect(isShownAsExample).toBe(gettingHereIsExample && shown === 1)
})
