import { expect, test } from 'vitest'
import { createKey } from '#components/site/show-new-keys.ts'

test('createKey makes keys of 256 random bits in characters that any form takes', () => {
  const keys = Array.from({ length: 100 }, createKey)
  for (const key of keys) expect(key).toMatch(/^[\w-]{43}$/)
  expect(new Set(keys).size).toBe(100)
})
