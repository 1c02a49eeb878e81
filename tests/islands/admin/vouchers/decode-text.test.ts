import { describe, expect, it } from 'vitest'
import { decodeText } from '#islands/admin/vouchers/import/decode-text.ts'

const bytesOf = (encoding: string): Map<string, number> =>
  new Map(
    Array.from({ length: 128 }, (_, at) => [
      new TextDecoder(encoding).decode(new Uint8Array([at + 128])),
      at + 128,
    ]),
  )

function encode(text: string, encoding: string): Uint8Array {
  const bytes = bytesOf(encoding)
  return Uint8Array.from(text, (letter) => bytes.get(letter) ?? letter.codePointAt(0)!)
}

const list = (name: string) => `Code,Balance,Name\r\nGV-0001,20.00,Ann Lee\r\nGV-0002,5.00,${name}\r\n`

describe('decodeText reads a list without a byte order mark', () => {
  it.each([
    ['windows-1252', 'Zoë O’Brien'],
    ['windows-1252', 'ZOË'],
    ['windows-1252', 'Siân'],
    ['windows-1252', 'Máire Ní Bhriain'],
    ['windows-1252', 'Søren Möller'],
    ['windows-1252', 'João Muñoz'],
    ['windows-1252', 'Élodie'],
    ['windows-1252', 'Dušan'],
    ['windows-1252', 'Aleš'],
    ['windows-1252', 'Mary Smith–Jones'],
    ['windows-1252', 'Rose’s “present” – half used'],
    ['windows-1252', 'Œuvre'],
    ['windows-1252', '£20.00 for Zoë'],
    ['windows-1252', '…12E4'],
    ['windows-1252', '…Q7ZX'],
    ['macintosh', 'Zoë O’Brien'],
    ['macintosh', 'René'],
    ['macintosh', '£20.00 for Chloé'],
    ['macintosh', 'José'],
    ['macintosh', 'Siân'],
    ['macintosh', 'María García'],
    ['macintosh', 'Niamh Ní Bhriain'],
    ['macintosh', 'Jürgen Müller'],
    ['macintosh', 'Björn Ågren'],
    ['macintosh', 'Núñez – half used'],
    ['macintosh', 'Élodie'],
    ['macintosh', '…12E4'],
    ['windows-1250', 'Paweł'],
    ['windows-1250', 'Łukasz'],
    ['windows-1250', 'Agnieszka Wiśniewska'],
    ['windows-1250', 'Zdzisław Dąbrowski'],
    ['windows-1250', 'Jiří Dvořák'],
    ['utf-8', 'Zoë O’Brien'],
    ['utf-8', '李伟'],
  ])('in %s, with the name %s', (encoding, name) => {
    const bytes = encoding === 'utf-8' ? new TextEncoder().encode(list(name)) : encode(list(name), encoding)
    expect(decodeText(bytes)).toBe(list(name))
  })

  it.each(['Zoë O’Brien', '李一', 'Paweł', 'Ann'])('in UTF-16, with the name %s', (name) => {
    const littleEndian = Buffer.from(list(name), 'utf16le')
    expect(decodeText(littleEndian)).toBe(list(name))
    expect(decodeText(Buffer.from(littleEndian).swap16())).toBe(list(name))
  })
})
