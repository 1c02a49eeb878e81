import { describe, expect, it } from 'vitest'
import { formatVoucherCode } from '#contract/vouchers/voucher-code.ts'
import { systemRandom } from '#server/clients/services.ts'
import { generateVoucherCode } from '#server/vouchers/ledger/issue-voucher.ts'

const fixed = (value: number) => ({
  uuid: () => '',
  bytes: (count: number) => new Uint8Array(count).fill(value),
})

describe('generateVoucherCode', () => {
  it('generateVoucherCode returns 16 unambiguous characters', () => {
    for (let i = 0; i < 500; i++)
      expect(generateVoucherCode(systemRandom)).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/)
  })

  it('generateVoucherCode returns unique codes', () => {
    const codes = Array.from({ length: 10_000 }, () => generateVoucherCode(systemRandom))
    expect(new Set(codes).size).toBe(codes.length)
  })

  it('generateVoucherCode appends a check character that depends on the code', () => {
    expect(generateVoucherCode(fixed(0))).toBe('0000000000000000')
    expect(generateVoucherCode(fixed(1)).at(-1)).not.toBe('1')
    expect(generateVoucherCode(fixed(33))).toBe(generateVoucherCode(fixed(1)))
  })
})

describe('formatVoucherCode', () => {
  it('formatVoucherCode writes groups of four', () => {
    expect(formatVoucherCode('7K2M0PQR4XVB19DN')).toBe('7K2M-0PQR-4XVB-19DN')
  })
})
