import { describe, expect, it } from 'vitest'
import { suggestEmail } from '#islands/checkout/suggest-email.ts'

describe('suggestEmail', () => {
  it.each([
    ['jane@gmial.com', 'jane@gmail.com'],
    ['jane@gmal.com', 'jane@gmail.com'],
    ['jane@gmaill.com', 'jane@gmail.com'],
    ['jane@gmail.con', 'jane@gmail.com'],
    ['jane@gmail.co', 'jane@gmail.com'],
    ['jane@gmail.comm', 'jane@gmail.com'],
    ['jane@gmail.co.uk', 'jane@gmail.com'],
    ['jane@hotmial.co.uk', 'jane@hotmail.co.uk'],
    ['jane@otmail.com', 'jane@hotmail.com'],
    ['jane@gmial.con', 'jane@gmail.com'],
    ['jane@yahoo.couk', 'jane@yahoo.co.uk'],
    ['jane@example.con', 'jane@example.com'],
    ['jane@example.cmo', 'jane@example.com'],
    ['jane@example.couk', 'jane@example.co.uk'],
    ['jane@mail.example.co.ku', 'jane@mail.example.co.uk'],
    ['jane@example.ogr', 'jane@example.org'],
    [' Jane.O+Gift@Outlok.com ', 'Jane.O+Gift@outlook.com'],
  ])('corrects %j to %j', (typed, meant) => expect(suggestEmail(typed)).toBe(meant))

  it.each([
    'jane@gmail.com',
    'JANE@GMAIL.COM',
    'jane@ymail.com',
    'jane@mail.com',
    'jane@hotmail.fr',
    'jane@yahoo.ca',
    'jane@example.com',
    'jane@gmx.com',
    'jane@example.co',
    'jane@example.cm',
    'jane@example.co.uk',
    'jane@con.com',
    'jane@couk.org',
    'jane@',
    '@gmial.com',
    'jane@gmial.com@x',
    'jane',
    '',
  ])('leaves %j alone', (typed) => expect(suggestEmail(typed)).toBeUndefined())
})
