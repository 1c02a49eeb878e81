import { safeParse } from 'valibot'
import { expect, it } from 'vitest'
import { EmailSchema } from '#contract/text.ts'

it.each([
  ["o'brien@example.com", "o'brien@example.com"],
  [' Jane.Hopkins+gift@Example.co.uk ', 'jane.hopkins+gift@example.co.uk'],
  ['a&b@example.com', 'a&b@example.com'],
  ['x/y=z@example.com', 'x/y=z@example.com'],
  ['info@xn--mller-kva.de', 'info@xn--mller-kva.de'],
  ['jo@clinic.xn--p1ai', 'jo@clinic.xn--p1ai'],
])('EmailSchema accepts %j', (typed, email) => {
  expect(safeParse(EmailSchema(), typed).output).toBe(email)
})

it.each([
  '',
  'jane',
  'jane@',
  'jane@example',
  'jane@example.c',
  'jane@example.123',
  'jane@-example.com',
  'jane@example..com',
  'jane@example.com.',
  '.jane@example.com',
  'jane.@example.com',
  'ja..ne@example.com',
  'ja ne@example.com',
  'jane@exa mple.com',
  'jane@@example.com',
  'jane@example.com, tom@example.com',
  '"jane"@example.com',
  'jane@[127.0.0.1]',
])('EmailSchema refuses %j', (typed) => {
  expect(safeParse(EmailSchema(), typed).success).toBe(false)
})
