import { expect, it } from 'vitest'
import { splitExact } from '#ui/split-exact.ts'

it.each([
  ['£1,250.00 total value', ['£1,250.00']],
  ['–, -£3.20 and £45.', ['-£3.20', '£45']],
  ['Reference: pi_3Q0012E4', ['pi_3Q0012E4']],
  ['Voucher …12E4 redeemed', ['…12E4']],
  ['Write to hello@clinic.example.', ['hello@clinic.example']],
  ['Select Order 1029', ['Order 1029']],
  ['Please ring us on 0151 496 0123.', ['0151 496 0123']],
  ['or +44 7700 900123', ['+44 7700 900123']],
  ['On 01 January 2026 at 10:00, 12 of 50', []],
])('splitExact leaves out the facts of %j', (text, facts) => {
  const parts = splitExact(text)
  expect(parts.join('')).toBe(text)
  expect(parts.filter((_, index) => index % 2 === 1)).toEqual(facts)
})

// ASVS 1.2.9
it('splitExact leaves out names, which may hold any sign, as whole words', () => {
  const parts = splitExact('Bought by Jo (M.) for Zoë and Joan', ['Jo (M.)', 'Zoë', 'Joa', '', null])
  expect(parts).toEqual(['Bought by ', 'Jo (M.)', ' for ', 'Zoë', ' and Joan'])
})
