import { safeParse } from 'valibot'
import { expect, it } from 'vitest'
import { EmailSchema } from '#contract/text.ts'

it.each([
  ["o'brien@example.com", "o'brien@example.com"],
  [' Jane.Hopkins+gift@Example.co.uk ', 'jane.hopkins+gift@example.co.uk'],
  // As phones and Word write it.
  ['mary.o\u2019neill@example.com', "mary.o'neill@example.com"],
  ['mary.o\u2018neill@example.com', "mary.o'neill@example.com"],
  ['Mary.O\u00b4Neill@example.com', "mary.o'neill@example.com"],
  // From a Chinese and a Japanese keyboard.
  ['jane@example\u3002com', 'jane@example.com'],
  ['jane\u3002hopkins@\u4f8b\u3048\uff61jp', 'jane.hopkins@xn--r8jz45g.jp'],
  ['a&b@example.com', 'a&b@example.com'],
  ['x/y=z@example.com', 'x/y=z@example.com'],
  ['info@xn--mller-kva.de', 'info@xn--mller-kva.de'],
  ['jo@clinic.xn--p1ai', 'jo@clinic.xn--p1ai'],
  ['info@Müller-kva.de', 'info@xn--mller-kva-q9a.de'],
  ['info@mu\u0308ller.de', 'info@xn--mller-kva.de'],
  ['ivan@пример.рф', 'ivan@xn--e1afmkfd.xn--p1ai'],
  ['\u202ajane@example.com\u202c', 'jane@example.com'],
  ['ja\u200bne@exam\u00adple.com\u2060', 'jane@example.com'],
  // As our own receipt prints it (src/server/email/sanitize.ts).
  ['jane.\u200copkins@\u200cexample.\u200cco.\u200cuk', 'jane.opkins@example.co.uk'],
  ['\ufeffjane@example.com\u00a0', 'jane@example.com'],
  ['mary\u2011jane@north\u2010west.example', 'mary-jane@north-west.example'],
  // From a PDF, and from a Japanese keyboard.
  ['o\ufb03ce@example.com', 'office@example.com'],
  ['jane＠example．com', 'jane@example.com'],
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
  '\u2018jane@example.com\u2019',
  'jane@[127.0.0.1]',
  'jané@example.com',
  'jane@exämple',
  'jane@exämple.com/x',
  'jane@exämple.com:80',
  '\u200b',
])('EmailSchema refuses %j', (typed) => {
  expect(safeParse(EmailSchema(), typed).success).toBe(false)
})
