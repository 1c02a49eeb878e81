import { format } from 'node:util'
import { afterAll, beforeAll, beforeEach, vi } from 'vitest'

const METHODS = ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const

/** Records every line that this file's tests write to the console or the terminal. */
export function captureLog(): string[] {
  const lines: string[] = []
  const record = (...values: unknown[]) => void lines.push(format(...values))
  const write = (text: string | Uint8Array) => lines.push(String(text)) > 0
  const streams = [process.stdout, process.stderr]
  beforeAll(() => {
    for (const stream of streams) vi.spyOn(stream, 'write').mockImplementation(write)
  })
  // no-stray-errors.ts replaces console.error before each test, too.
  beforeEach(() => {
    for (const name of METHODS) vi.spyOn(console, name).mockImplementation(record)
  })
  afterAll(() => void vi.restoreAllMocks())
  return lines
}

/** Patterns of personal data and secrets that no line may contain. */
const SECRET: [string, RegExp][] = [
  ['what the tests mark as personal', /zzqzzq/i],
  ['an email address', /[\w.+-]+@[\w-]+\.\w/],
  ['a caller’s address', /\b(?:192\.0\.2|198\.51\.100|203\.0\.113)\.\d/],
  ['a telephone number', /\b0\d{3} ?\d{3} ?\d{4}\b/],
  ['a postcode', /\bL\d{1,2} \d[A-Z]{2}\b/],
  ['a card number', /\b\d{4}[ -]?\d{4}[ -]?\d{4}[ -]?\d{4}\b/],
  ['a voucher’s code', /\b[0-9A-HJKMNP-TV-Z]{4}(?:-?[0-9A-HJKMNP-TV-Z]{4}){3}\b/],
  ['a client secret', /_secret_/],
  ['a token', /\beyJ[\w-]+\./],
  ['a secret of 32 bytes', /(?<![\w-])[\w-]{43}(?![\w-])/],
  ['a hash of a password', /\$(?:argon2id|scrypt)\$/],
  ['a key', /\b(?:sk|rk|pk)_(?:test|live)_|\bwhsec_|mail-token|key of thirty-two/],
  ['the address of the database', /postgres(?:ql)?:\/\//],
]

// Ids are not personal data, and may contain sixteen digits in a row.
const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g

/** Returns a sentence for each line with personal data or a secret. */
export const findPersonalData = (lines: string[]): string[] =>
  lines.flatMap((line) => {
    const rest = line.replace(UUID, 'id')
    return SECRET.filter(([, sign]) => sign.test(rest)).map(([name]) => `${name}: ${line}`)
  })
