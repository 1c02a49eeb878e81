import * as fc from 'fast-check'
import { is, type GenericSchema } from 'valibot'
import { checkCharacter } from '#contract/vouchers/voucher-code.ts'
import { ADMIN_PASSWORD } from '#tests/harness/admin-session.ts'
import { FUZZED_IMPORT, PLACEHOLDER } from '#tests/resilience/fuzz/placeholders.ts'

const GENERATED = `0123456789ABCDE${checkCharacter('0123456789ABCDE')}`

const PHONES = ['0151 496 0123', '+44 (0)151 496-0123']

/** Values for fields with these names; other fields get those of PLAUSIBLE that their schema accepts. */
const BY_NAME: Record<string, unknown[]> = {
  productId: [PLACEHOLDER.product],
  entryId: [PLACEHOLDER.entry],
  clientSecret: [
    PLACEHOLDER.paidSecret,
    PLACEHOLDER.unpaidSecret,
    PLACEHOLDER.orderSecret,
    PLACEHOLDER.reservedSecret,
  ],
  code: [PLACEHOLDER.voucherCode, 'OWNCODE2026', undefined, GENERATED],
  replaces: [undefined, undefined, PLACEHOLDER.unpaidSecret, PLACEHOLDER.reservedSecret],
  paymentIntentId: [PLACEHOLDER.paidIntent],
  requestId: [
    undefined,
    undefined,
    '10000000-0000-4000-8000-000000000001',
    '10000000-0000-4000-8000-000000000002',
  ],
  email: [PLACEHOLDER.owner, PLACEHOLDER.writer, 'orderer0@example.com', 'buyer@example.com'],
  password: [ADMIN_PASSWORD, 'another sentence that is long enough'],
  token: [PLACEHOLDER.resetToken, PLACEHOLDER.purchaseToken],
  id: [PLACEHOLDER.customer, PLACEHOLDER.voucher, PLACEHOLDER.order, PLACEHOLDER.appointment],
  ids: [[PLACEHOLDER.order], [PLACEHOLDER.order, PLACEHOLDER.customer]],
  recoveryCode: ['0123456789ABCDEFGHJKMNPQ', 'a code that an owner has chosen'],
  importId: [FUZZED_IMPORT, '10000000-0000-4000-8000-000000000004'],
  rows: [
    [{ code: 'GV-0001', balance: '25.00' }],
    [{ code: 'GV-0002', balance: '£5', recipientEmail: 'person@example.com', note: 'By cheque' }],
    [
      {
        code: '4711',
        balance: '12.34',
        originalAmount: '50',
        expiryDate: '31/12/2027',
        buyerName: 'Zoë O’Brien',
      },
      { code: 'OWNCODE2026', balance: '1000' },
    ],
  ],
  version: [0, 1, 2, '1', '2'],
  week: [Array.from({ length: 7 }, () => ({ from: '09:00', to: '17:30' })), Array(7).fill(null)],
  therapies: [{}, { massage: [{ minutes: 60, pounds: '45' }], gone: [] }],
  phone: [undefined, ...PHONES],
  orders: [
    [{ id: PLACEHOLDER.order, fulfilment: 'ready', from: 'to_prepare' }],
    [{ id: PLACEHOLDER.order, fulfilment: 'collected', from: 'ready' }],
    [PLACEHOLDER.order, PLACEHOLDER.customer].map((id) => ({ id, fulfilment: 'ready', from: 'to_prepare' })),
  ],
}

const COUNTS = [0, 1, 2, 30, 50, 100, -5, 0.3, 500, 1000, 100_000, 999_999, 2 ** 31]
const AMOUNTS = ['1', '5', '50', '10.50', '499.99', '-3.20', '500', '500.01', '1000', '10000', '999999.99']
const NAMES = [
  'Zoë O’Brien',
  'A. N. Other',
  'Liverpool',
  'L1 0AB',
  '2 Example Street',
  'massage',
  'Acupressure mat',
]
const EMAILS = ['person@example.com', 'o’neill+x@example.org', 'someone@sub.example.co.uk']
const MESSAGES = ['A few words about nothing in particular.\n\nAnd a few more. 👋']
const DAYS = ['2027-03-01', '2028-02-29', '2026-01-01']
const TIMES = ['09:00', '16:30']
const CODES = [
  'OWNCODE2026',
  'h3ro-n5tan',
  'pi_x_secret_y',
  'pi_x',
  '20000000-0000-4000-8000-000000000000',
  'eyJ',
]
const LONG = [100, 200, 250, 1000, 2000, 4000, 20_000].map((length) => 'é'.repeat(length))
const IMAGES = ['https://example.com/a.webp', '/drawings/mat.svg']
const OTHERS = [undefined, null, '', true, false, [], ['One', 'Two - twice'], {}]

/** Values that people and programs enter. */
const PLAUSIBLE: unknown[] = [
  ...COUNTS,
  ...AMOUNTS,
  ...NAMES,
  ...EMAILS,
  ...PHONES,
  ...MESSAGES,
  ...DAYS,
  ...TIMES,
  ...CODES,
  ...IMAGES,
  ...LONG,
  ...OTHERS,
]

type Parts = GenericSchema & {
  pipe?: unknown[]
  entries?: Record<string, GenericSchema>
  options?: readonly unknown[]
  literal?: unknown
  wrapped?: GenericSchema
  getter?: (input: unknown) => GenericSchema
}

/** Generates values that a schema accepts. `name`: name of the field. */
export function validFor(schema: GenericSchema, name = ''): fc.Arbitrary<unknown> {
  const { type, entries, options, literal, wrapped, getter, pipe } = schema as Parts
  if (entries) return recordOf(entries)
  if (getter) return fc.oneof(validFor(getter({ clientSecret: '' })), validFor(getter({})))
  if (type === 'literal') return fc.constant(literal)
  if ((type === 'union' || type === 'variant') && options?.some(hasEntries))
    return fc.oneof(...options.map((one) => validFor(one as GenericSchema)))
  if (type === 'intersect')
    return fc
      .tuple(...options!.map((one) => validFor(one as GenericSchema)))
      .map((parts) => Object.assign({}, ...(parts as object[])) as unknown)
  if (type === 'picklist') return fc.constantFrom(...options!)
  if (wrapped && !pipe && (hasEntries(wrapped) || wrapped.type === 'picklist'))
    return fc.option(validFor(wrapped, name), { nil: undefined })
  const accepted = (BY_NAME[name] ?? PLAUSIBLE).filter((value) => is(schema, value))
  if (accepted.length === 0) throw new Error(`Nothing plausible for ${name}: ${type}`)
  return fc.constantFrom(...accepted)
}

const hasEntries = (schema: unknown) => (schema as Parts).entries !== undefined

const recordOf = (entries: Record<string, GenericSchema>) =>
  fc.record(Object.fromEntries(Object.entries(entries).map(([key, one]) => [key, validFor(one, key)])))
