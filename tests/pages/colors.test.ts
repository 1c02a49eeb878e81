import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'

const tokens = readFileSync(resolve(import.meta.dirname, '../../src/styles/tokens.css'), 'utf8')

it('browsers without light-dark() have the light value of every colour token', () => {
  const [pairs = '', fallback = ''] = tokens.split('@supports not (color: light-dark(#000, #fff))')
  const light = [...pairs.matchAll(/^ +(--[\w-]+): light-dark\((oklch\([^)]+\)),/gm)]
  const plain = [...fallback.split('\n}')[0]!.matchAll(/^ +(--[\w-]+): (oklch\([^)]+\));/gm)]
  expect(light.length).toBeGreaterThan(20)
  expect(plain.map(([, name, value]) => [name, value])).toEqual(light.map(([, name, value]) => [name, value]))
})
