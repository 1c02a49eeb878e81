import { describe, expect, it } from 'vitest'
import { codeEndOf, readPrintedCode, readVoucherCode } from '#contract/vouchers/voucher-code.ts'
import {
  readVoucherFragment,
  stopRemindersAddress,
  stopRemindersLink,
  voucherLink,
} from '#contract/vouchers/voucher-page.ts'

const SITE = 'https://clinic.example'
const CODE = '7K2M0PQR4XVB19DN'

describe('the link to a voucher', () => {
  const link = voucherLink(SITE, CODE)

  it('has the code where no server sees it', () => {
    expect(new URL(link)).toMatchObject({ pathname: '/voucher', search: '', hash: `#${CODE}` })
    expect(readVoucherFragment(new URL(link).hash)).toEqual({ code: CODE })
  })

  it.each([link, `  ${link}\n`, link.toUpperCase(), link.replace(SITE, 'http://former.example:8080')])(
    'is read as its code at the desk: %j',
    (scanned) => {
      expect(readPrintedCode(scanned)).toBe(CODE)
      expect(readVoucherCode(scanned)).toBe(CODE)
    },
  )

  const TOKEN = `3f0c1b8e-6a63-4e0c-9a64-0a4ad7a0a001.${'aB-_'.repeat(11).slice(1)}`

  it('of an email to its holder has a token beside the code, which the desk reads past', () => {
    const held = voucherLink(SITE, CODE, TOKEN)
    expect(readVoucherFragment(new URL(held).hash)).toEqual({ code: CODE, token: TOKEN })
    for (const pasted of [held, `Code: ${CODE}.${TOKEN}`, held.toUpperCase()])
      expect([readPrintedCode(pasted), readVoucherCode(pasted)]).toEqual([CODE, CODE])
  })

  it.each(['', '#'])('without a code opens the empty page: %j', (hash) => {
    expect(readVoucherFragment(hash)).toBeUndefined()
  })
})

it('the link that ends reminders has the token after #, and its address in an email program in the query', () => {
  expect(readVoucherFragment(new URL(stopRemindersLink(SITE, 'a.b')).hash)).toEqual({ stopToken: 'a.b' })
  expect(stopRemindersAddress(SITE, 'a.b')).toBe(`${SITE}/api/voucher/stop-reminders?token=a.b`)
})

it.each([
  [CODE, '19DN'],
  ['SPRINGTIME', 'ME'],
  ['ABC1234', '4'],
  ['ABC', ''],
])('the end of the code %s is %j', (code, end) => {
  expect(codeEndOf(code)).toBe(end)
})
