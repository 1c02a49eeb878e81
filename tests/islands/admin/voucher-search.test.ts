import { describe, expect, it } from 'vitest'
import { codeIn, isMostlyCode, refusedCode, searchByCode } from '#islands/admin/vouchers/search-by-code.ts'
import { VOUCHER } from '#tests/islands/admin/sample-voucher.ts'
import { answer, refusal } from '#tests/islands/fake-api.ts'

describe('codeIn', () => {
  it.each([
    ['7K2M-0PQR-4XVB-19DN', '7K2M0PQR4XVB19DN'],
    ['7k2m 0pqr 4xvb 19dn', '7K2M0PQR4XVB19DN'],
    ['7k2m0pqr4xvb19dn', '7K2M0PQR4XVB19DN'],
    ['7k2m 0pqr 4x', '7K2M0PQR4X'],
    ['WINTER-OIL', 'WINTEROIL'],
    ['winteroil26', 'WINTEROIL26'],
    ['“7K2M-0PQR-4XVB-19DN”.', '7K2M0PQR4XVB19DN'],
    ['19dn', '19DN'],
    ['GV/0042', 'GV0042'],
    ['https://clinic.example/voucher#7K2M0PQR4XVB19DN', '7K2M0PQR4XVB19DN'],
    [' http://localhost:4321/voucher#WINTEROIL26 ', 'WINTEROIL26'],
    ['\u202d7K2M\u20110PQR\u20114XVB\u201119DN\u202c', '7K2M0PQR4XVB19DN'],
  ])('finds the code in %j', (text, code) => expect(codeIn(text)).toBe(code))

  it.each([
    'A12',
    'Recipient',
    'recipient name',
    'Studio 54 Liverpool',
    'me@example.com',
    'O’Hara 2',
    'https://clinic.example/',
  ])('finds no code in %j', (text) => expect(codeIn(text)).toBeUndefined())
})

describe('isMostlyCode', () => {
  it.each(['7K2M0PQR4XVB19DN', '7K2M0PQR4X', 'ABCDEFGHJK', 'WINTEROIL26'])(
    'keeps %s out of the URL, even if no voucher has it',
    (code) => expect(isMostlyCode(code)).toBe(true),
  )

  it.each(['7K2M0PQR4', 'FITZROBERTS', 'WINTEROIL'])('lets %s be searched for like a name', (code) =>
    expect(isMostlyCode(code)).toBe(false),
  )
})

describe('searchByCode', () => {
  const sentence = 'This code was replaced on 3 December 2026 and cannot be used'
  const notFound = refusal('not_found', `${sentence}.`, 404, { code: sentence })

  it('says why a whole code finds nothing', async () => {
    answer(notFound)
    expect(await searchByCode('7K2M-0PQR-4XVB-19DN')).toEqual([])
    expect(refusedCode.value).toEqual({ text: '7K2M-0PQR-4XVB-19DN', sentence })
  })

  it.each(['WINTEROIL', '1006', 'anna.smith.1984'])(
    'lets %s be searched for like a name if it is no code',
    async (text) => {
      answer(notFound)
      expect(await searchByCode(text)).toBeUndefined()
    },
  )

  it('keeps a short code of another system out of the URL', async () => {
    const sent = answer([
      200,
      {
        voucher: { ...VOUCHER, voucherCode: '0042', codeEnd: '2' },
        entries: [],
        canRecordCancellation: false,
      },
    ])
    expect(await searchByCode('GV/0042')).toMatchObject([{ voucherCode: '0042' }])
    expect(sent).toEqual([{ code: 'GV0042' }])
  })
})
