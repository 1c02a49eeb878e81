import * as v from 'valibot'
import { SumSchema } from '#contract/base/amounts.ts'
import { defineEndpoint } from '#contract/base/endpoint.ts'
import { IdSchema } from '#contract/base/ids.ts'
import { AMOUNT_FORM, longPounds, parsePence, type Pence } from '#contract/base/money.ts'
import {
  MessageSchema,
  NAME_MAX,
  normalizeToken,
  OptionalEmailSchema,
  OptionalLineSchema,
  withCommas,
} from '#contract/base/text.ts'
import { BALANCE_MAX, NOTES_MAX } from '#contract/vouchers/change-balance.ts'
import { isMaskedCode } from '#contract/vouchers/masked-code.ts'
import { isNoDay, isNoLastDay, readDay } from '#contract/vouchers/read-day.ts'
import { readPrintedCode, readSimilarLetters } from '#contract/vouchers/voucher-code.ts'

/** Rows of an import. */
export const IMPORT_ROWS_MAX = 5000
/** Limit of its request (bytes). Netlify takes 6 MB. */
const IMPORT_BODY_MAX = 4 * 1024 * 1024
/** Latest last valid day, in years from today. Other systems are more generous than `EXTEND_YEARS`. */
const IMPORT_YEARS = 10
/** An original amount is only shown, so it may exceed what a voucher can hold. */
const ORIGINAL_MAX = 1_000_000

export const TOO_MANY_ROWS = `You can import at most ${withCommas(IMPORT_ROWS_MAX)} vouchers at a time. Please split the file`

const NO_CODE = 'The code is missing'
const PART_OF_CODE =
  'This is only a part of a code. Please enter the whole code, or export the whole codes from the other system'

const CodeSchema = v.pipe(
  v.nullish(v.string(NO_CODE), ''),
  v.maxLength(100, 'This is too long for a code. Please check it'),
  v.check(
    (text) => !/^\d([.,]\d+)?E\+\d+$/i.test(text.trim()),
    'A spreadsheet has shortened this number. Please write the code as it is on the voucher',
  ),
  v.check((text) => !isMaskedCode(text), PART_OF_CODE),
  v.transform(readPrintedCode),
  v.minLength(1, NO_CODE),
  v.regex(/^[0-9A-Z]{4,32}$/, 'A code has 4 to 32 letters (A to Z) or digits. Please check it'),
  v.check(
    (code) => !/^(SUB|GRAND)?TOTALS?$/.test(code),
    'This looks like the total of the list, not a voucher. Please leave it out',
  ),
)

/** Thousands are grouped only in an amount with pence, so "1,000" is not read as one of two amounts. */
const GROUPED = /^-?\d{1,3}(,\d{3})+\.\d\d$/

/** With two digits after it, a comma is that of a spreadsheet in another language. */
const DECIMAL_COMMA = /^-?\d+,\d\d$/

/** Reads "£1,250.00", "1250", "25,00", "25.00 GBP" and what `parsePence` reads. */
function readAmount(text: string): Pence | undefined {
  const plain = normalizeToken(text).replace(/£|gbp/i, '').replace(/\s/g, '')
  if (DECIMAL_COMMA.test(plain)) return parsePence(plain.replace(',', '.'))
  return parsePence(GROUPED.test(plain) ? plain.replaceAll(',', '') : plain)
}

/** An amount as another system writes it: transforms it to whole pence; undefined if there is none. */
const OptionalAmountSchema = (bounds: { belowZero: string; zero: string; max: Pence; tooLarge: string }) =>
  v.pipe(
    v.nullish(v.string(AMOUNT_FORM), ''),
    v.rawTransform<string, Pence | undefined>(({ dataset, addIssue, NEVER }) => {
      if (normalizeToken(dataset.value) === '') return undefined
      const pence = readAmount(dataset.value)
      if (pence !== undefined) return pence
      addIssue({ message: AMOUNT_FORM })
      return NEVER
    }),
    v.check((pence) => pence === undefined || pence >= 0, bounds.belowZero),
    v.check((pence) => pence !== 0, bounds.zero),
    v.check((pence) => pence === undefined || pence <= bounds.max, bounds.tooLarge),
  )

const DAY_FORM = 'Please enter a date such as 31/12/2026'

/** A day as another system writes it: transforms it to YYYY-MM-DD; undefined if there is none. */
const OptionalDaySchema = (isNone: (text: string) => boolean) =>
  v.pipe(
    v.nullish(v.string(DAY_FORM), ''),
    v.rawTransform<string, string | undefined>(({ dataset, addIssue, NEVER }) => {
      if (normalizeToken(dataset.value) === '' || isNone(dataset.value)) return undefined
      const day = readDay(dataset.value)
      if (day !== undefined) return day
      addIssue({ message: DAY_FORM })
      return NEVER
    }),
  )

const NO_BALANCE = 'The balance is missing'

/**
 * A voucher to bring in, with each text as the file has it. What it is read to is what the preview shows. Only code and
 * balance are needed.
 */
export const ImportRowSchema = v.object({
  /** As on the paper: capitals, spaces and punctuation do not count. */
  code: CodeSchema,
  /** What is left on it. */
  balance: v.pipe(
    OptionalAmountSchema({
      belowZero: 'The balance is below zero. Please correct it',
      zero: 'Nothing is left on this voucher. Please leave it out',
      max: BALANCE_MAX,
      tooLarge: `A voucher can hold at most ${longPounds(BALANCE_MAX)}`,
    }),
    v.number(NO_BALANCE),
  ),
  /** What it was sold for, only to be shown. Default: the balance. */
  originalAmount: OptionalAmountSchema({
    belowZero: 'The original amount is below zero. Please correct it or leave it out',
    zero: 'The original amount is zero. Please correct it or leave it out',
    max: ORIGINAL_MAX,
    tooLarge: `The original amount is more than ${longPounds(ORIGINAL_MAX)}. Please check it`,
  }),
  /** Default: today. */
  issuedOn: OptionalDaySchema(isNoDay),
  /** The last valid day. Default: the clinic's usual validity, from today. */
  expiryDate: OptionalDaySchema(isNoLastDay),
  recipientName: OptionalLineSchema(NAME_MAX),
  recipientEmail: OptionalEmailSchema('Please enter a valid email address, or leave it out'),
  buyerName: OptionalLineSchema(NAME_MAX),
  /** Shown in the voucher's history, to admins only. */
  note: MessageSchema(NOTES_MAX),
})

export type ImportRow = v.InferOutput<typeof ImportRowSchema>

export const importFields = [
  'code',
  'balance',
  'originalAmount',
  'issuedOn',
  'expiryDate',
  'recipientName',
  'recipientEmail',
  'buyerName',
  'note',
] as const satisfies (keyof ImportRow)[]

export const ImportFaultSchema = v.object({
  /** Position among the rows that were given, from 0. */
  row: v.pipe(v.number(), v.integer(), v.minValue(0)),
  field: v.picklist(importFields),
  /** Why the row cannot be brought in. */
  message: v.string(),
})

export type ImportFault = v.InferOutput<typeof ImportFaultSchema>

const SAME_CODE =
  'Another row has the same code. We ignore capitals, spaces and punctuation, and read I and L as 1 and O as 0'

/**
 * Returns what is wrong with rows that are read: codes that are the same, and days that cannot be. `today`: in London.
 * Whether a code exists already only the server knows.
 */
export function findImportFaults(rows: readonly ImportRow[], today: string): ImportFault[] {
  const times = new Map<string, number>()
  for (const { code } of rows) {
    const read = readSimilarLetters(code)
    times.set(read, (times.get(read) ?? 0) + 1)
  }
  return rows.flatMap(({ code, issuedOn, expiryDate }, row) => [
    ...(times.get(readSimilarLetters(code))! > 1
      ? [{ row, field: 'code' as const, message: SAME_CODE }]
      : []),
    ...problem(row, 'issuedOn', issuedOn && issuedProblem(issuedOn, today)),
    ...problem(row, 'expiryDate', expiryDate && expiryProblem(expiryDate, today)),
  ])
}

const problem = (row: number, field: ImportFault['field'], message: string | undefined): ImportFault[] =>
  message ? [{ row, field, message }] : []

const issuedProblem = (day: string, today: string) =>
  day > today ? 'The date of issue is in the future. Please enter today or an earlier day' : undefined

function expiryProblem(day: string, today: string): string | undefined {
  if (day < today) return 'The last valid day has passed. Please enter a later day'
  const latest = `${Number(today.slice(0, 4)) + IMPORT_YEARS}${today.slice(4)}`
  return day > latest ? `Please enter a last valid day in the next ${IMPORT_YEARS} years` : undefined
}

const CountSchema = v.pipe(v.number(), v.integer(), v.minValue(0))

/** A page from before imports were one request sends parts of one. */
const NoPartSchema = v.optional(v.undefined('Please reload the page'))

/**
 * Brings in vouchers of another system or of a paper list, whole or not at all, once for each `importId`. Refused with
 * `invalid_request`, whose `fields` name the faults as `rows.7.code`. `dryRun` changes nothing and returns them instead.
 */
export const importVouchersEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/vouchers/import',
  access: 'admin',
  role: 'owner',
  stepUp: ({ dryRun }) => !dryRun,
  bodyMax: IMPORT_BODY_MAX,
  body: v.object({
    /** Made by the browser, one for each import. */
    importId: IdSchema,
    rows: v.pipe(
      v.array(ImportRowSchema),
      v.minLength(1, 'There are no vouchers to bring in'),
      v.maxLength(IMPORT_ROWS_MAX, TOO_MANY_ROWS),
    ),
    dryRun: v.optional(v.boolean(), false),
    /** Whether recipients are emailed after each use and reminded before the last day. Default: not. */
    holderEmails: v.optional(v.boolean()),
    from: NoPartSchema,
    isLast: NoPartSchema,
  }),
  reply: v.object({
    /** Vouchers that were, or would be, brought in, and what is on them. */
    count: CountSchema,
    sum: SumSchema,
    /** Of a dry run. */
    faults: v.array(ImportFaultSchema),
  }),
})

/**
 * Takes a whole import back while none of its vouchers was used, changed, extended, emailed or expired: `not_active` otherwise.
 * Their codes are free again and their names are gone. May be repeated.
 */
export const takeBackImportEndpoint = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/vouchers/imports/:importId',
  access: 'admin',
  role: 'owner',
  stepUp: true,
  params: v.object({ importId: IdSchema }),
  body: v.undefined(),
  reply: v.object({ count: CountSchema, sum: SumSchema }),
})
