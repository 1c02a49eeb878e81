import * as fc from 'fast-check'

const DEEP = 5000

const OTHER_TYPES: unknown[] = [
  null,
  true,
  [],
  {},
  [[]],
  ['50'],
  [null],
  { length: 1 },
  { toString: 'x' },
  { $gt: '' },
]
const NUMBERS = [0, -1, 1.5, 1e21, 1e308, 2 ** 31, 2 ** 53, -2147483649, 0.1 + 0.2]
const DIGITS = ['1e5', '0x32', '٣٠', '５０', 'NaN', 'Infinity', '-0', '0.001', '9'.repeat(400), '1,000']
const LETTERS = ['', ' ', '\u0000', '\ud800', 'x\u0000y', '\u202etxet', '\u200b', '𐀀'.repeat(6)]
const LONG = ['ﷺ'.repeat(200), '💥'.repeat(3000), 'x'.repeat(9000), `${'a'.repeat(300)}@example.com`]
const CODE = [
  "'; drop table payment; --",
  '$1',
  '${7*7}',
  '%00',
  '%',
  '\\',
  '_',
  '<script>alert(1)</script>',
  '../.env',
]
const DAYS = ['2027-02-31', '0000-00-00', '99999-01-01', '2027-03-01T00:00:00Z', '20271-01-01']
const ALMOST = ['a@b', 'a@b.c\r\nBcc: d@example.com', 'pi__secret_', 'pi_x_secret_', 'undefined', 'null']
const KEYS = ['__proto__', 'constructor', 'prototype', 'toString']

/** Values that no field should accept, or that have broken fields elsewhere. */
const BAD_VALUES: unknown[] = [
  ...OTHER_TYPES,
  ...NUMBERS,
  ...DIGITS,
  ...LETTERS,
  ...LONG,
  ...CODE,
  ...DAYS,
  ...ALMOST,
  ...KEYS,
]

export const badValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...BAD_VALUES) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
  { weight: 1, arbitrary: fc.double() },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)

const NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'id',
  'status',
  'balance',
  'admin',
  '',
  'a.b',
  '0',
  '\u0000',
]

/** JSON of a valid value with one error. */
export const mutated = (valid: fc.Arbitrary<unknown>): fc.Arbitrary<string> =>
  fc
    .tuple(
      valid,
      fc.constantFrom('replaced', 'dropped', 'added', 'twice'),
      fc.nat(),
      badValue,
      fc.constantFrom(...NAMES),
    )
    .map(([value, how, nth, bad, name]) => {
      const paths = pathsIn(value)
      const at = paths[nth % paths.length]!
      if (how === 'replaced') return textOf(replaceAt(value, at, bad))
      if (how === 'dropped') return textOf(replaceAt(value, at, undefined))
      return withKey(textOf(value), how === 'added' ? name : (at[0] ?? name), bad)
    })

export const textOf = (value: unknown): string => JSON.stringify(value) ?? ''

/** Returns the key path of every part of a value; the empty path, the value itself, comes first. */
function pathsIn(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [[]]
  const inner = Object.entries(value).flatMap(([key, one]) => pathsIn(one).map((path) => [key, ...path]))
  return [[], ...inner]
}

function replaceAt(value: unknown, [key, ...rest]: string[], by: unknown): unknown {
  if (key === undefined) return by
  const inner = value as Record<string, unknown>
  const replaced = replaceAt(inner[key], rest, by)
  return Array.isArray(value)
    ? value.map((one: unknown, nth) => (String(nth) === key ? replaced : one))
    : { ...inner, [key]: replaced }
}

/** Works on text, because an object can hold neither a key twice nor an own key `__proto__`. */
function withKey(object: string, key: string, value: unknown): string {
  if (!object.startsWith('{')) return object
  const more = `${JSON.stringify(key)}:${textOf(value) || 'null'}`
  return object === '{}' ? `{${more}}` : `{${more},${object.slice(1, -1)},${more}}`
}

/** Bodies that are not derived from a valid one. */
export const junk: fc.Arbitrary<string> = fc.oneof(
  fc.json({ maxDepth: 5 }),
  fc.string({ unit: 'binary', maxLength: 500 }),
  fc.constantFrom(
    '',
    ' ',
    'null',
    '0',
    '[]',
    '{}',
    '"',
    '{',
    '[1,',
    'true',
    'NaN',
    '{"a":1}{"b":2}',
    '\ufeff{}',
    'a=1',
  ),
  fc.constantFrom(
    '['.repeat(DEEP) + ']'.repeat(DEEP),
    '{"a":'.repeat(DEEP) + '1' + '}'.repeat(DEEP),
    `{"a":"${'x'.repeat(70_000)}"}`,
    `[${'0,'.repeat(30_000)}0]`,
  ),
)
