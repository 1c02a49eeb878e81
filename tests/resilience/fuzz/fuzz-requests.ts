import * as fc from 'fast-check'
import type { Endpoint } from '#contract/base/endpoint.ts'
import { badValue, junk, mutated, textOf } from '#tests/resilience/fuzz/mutate.ts'
import { FUZZED_IMPORT, PLACEHOLDER } from '#tests/resilience/fuzz/placeholders.ts'
import { validFor } from '#tests/resilience/fuzz/valid-values.ts'

export interface FuzzRequest {
  signedIn: boolean
  method: string
  params: Record<string, string>
  query: string
  headers: Record<string, string>
  address: string
  body: string | Uint8Array<ArrayBuffer>
}

/** Generates requests to one endpoint: valid ones, ones with a single error, and malicious ones. */
export function requestsOf(name: string, endpoint: Endpoint): fc.Arbitrary<FuzzRequest> {
  return fc.record({
    signedIn: usually(true, fc.constant(false)),
    method: usually(
      endpoint.method,
      fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'FOO'),
    ),
    params: paramsOf(endpoint),
    query: queryOf(endpoint),
    headers: headersOf(endpoint),
    address,
    body: endpoint.raw ? pictures : bodiesOf(name, endpoint),
  })
}

/** Generates the right value nine times out of ten. */
const usually = <Value>(right: Value, other: fc.Arbitrary<Value>): fc.Arbitrary<Value> =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(right) }, { weight: 1, arbitrary: other })

/** Makes the fields of a body agree that must have the same value. */
const CONSISTENT: Record<string, (body: never) => object> = {
  createPaymentIntent: (body: { voucherData: { originalAmount: unknown } }) => ({
    ...body,
    amount: body.voucherData.originalAmount,
  }),
  createProductPaymentIntent: (body: { quantity: number | string }) => ({
    ...body,
    amount: Number(body.quantity) * 32,
  }),
}

function bodiesOf(name: string, { body }: Endpoint): fc.Arbitrary<string> {
  if (body.type === 'undefined') return usually('', junk)
  const makeConsistent = CONSISTENT[name] as ((body: unknown) => object) | undefined
  const valid = makeConsistent ? validFor(body).map(makeConsistent) : validFor(body)
  return fc.oneof(
    { weight: 3, arbitrary: valid.map(textOf) },
    { weight: 6, arbitrary: mutated(valid) },
    { weight: 2, arbitrary: junk },
  )
}

const IDS_BY_PATH: [path: string, id: string][] = [
  ['/vouchers/imports/', FUZZED_IMPORT],
  ['/vouchers/', PLACEHOLDER.voucher],
  ['/products/', PLACEHOLDER.product],
  ['/orders/', PLACEHOLDER.order],
  ['/payments/:id/refund', PLACEHOLDER.unmatchedPayment],
  ['/payments/', PLACEHOLDER.payment],
  ['/mails/', PLACEHOLDER.mail],
  ['/records/', PLACEHOLDER.voucher],
  ['/requests/', PLACEHOLDER.appointment],
  ['/pictures/', PLACEHOLDER.picture],
]

const text = badValue.map((value) => (typeof value === 'string' ? value : textOf(value)))

function paramsOf({ path, params }: Endpoint): fc.Arbitrary<Record<string, string>> {
  if (!params) return fc.constant({})
  const [, name = 'id'] = /:(\w+)/.exec(path) ?? []
  const about = IDS_BY_PATH.find(([start]) => path.includes(start))?.[1]
  const right = about
    ? fc.constant({ [name]: about })
    : (validFor(params) as fc.Arbitrary<Record<string, string>>)
  return fc.oneof(
    { weight: 8, arbitrary: right },
    { weight: 1, arbitrary: fc.uuid().map((id) => ({ [name]: id })) },
    { weight: 1, arbitrary: text.map((id) => ({ [name]: id })) },
  )
}

function queryOf({ query }: Endpoint): fc.Arbitrary<string> {
  const names = Object.keys((query as { entries?: object } | undefined)?.entries ?? {})
  const pairs = fc.array(fc.tuple(fc.constantFrom(...names, 'x', '__proto__', 'cursor'), text), {
    maxLength: 4,
  })
  const wrong = pairs.map((all) => searchOf(all))
  const raw = fc.constantFrom(
    '?',
    '?%ZZ',
    '?a[]=1&a[b]=2',
    '?=',
    '?&&',
    `?search=${'x'.repeat(9000)}`,
    '?cursor=%00',
    '?#',
  )
  if (!query)
    return fc.oneof(
      { weight: 8, arbitrary: fc.constant('') },
      { weight: 1, arbitrary: wrong },
      { weight: 1, arbitrary: raw },
    )
  return fc.oneof(
    {
      weight: 5,
      arbitrary: validFor(query).map((value) => searchOf(Object.entries(value as object))),
    },
    { weight: 5, arbitrary: wrong },
    { weight: 1, arbitrary: raw },
  )
}

const searchOf = (pairs: [string, unknown][]) => {
  const given = pairs.filter(([, value]) => value !== undefined)
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value).toWellFormed()]))}`
}

const headerValue = fc
  .string({ unit: 'binary-ascii', maxLength: 60 })
  .map((value) => value.replace(/[^\x20-\x7e]/g, ''))

const ODD_HEADERS: Record<string, fc.Arbitrary<string>> = {
  origin: fc.oneof(
    fc.constantFrom('null', 'http://localhost:4321', 'https://elsewhere.example', '//'),
    headerValue,
  ),
  'sec-fetch-site': fc.constantFrom('same-origin', 'cross-site', 'same-site', 'none', ''),
  cookie: fc.oneof(
    fc.constantFrom('session=', 'session=x; session=y', ';;;', '__Host-session=x', 'device=x'),
    headerValue,
  ),
  authorization: fc.oneof(
    fc.constantFrom('Bearer', 'Bearer ', 'Bearer x.y.z', 'Basic eDp5', 'bearer null'),
    headerValue,
  ),
  'if-none-match': fc.oneof(fc.constantFrom('*', '""', 'W/"x"'), headerValue),
  'content-length': fc.constantFrom('0', '-1', '99999999', 'x', '1e9'),
  'content-encoding': fc.constantFrom('gzip', 'br', 'identity'),
  'x-forwarded-for': headerValue,
  'accept-language': headerValue,
}

const oddHeaders = fc
  .constantFrom(...Object.keys(ODD_HEADERS))
  .chain((name) => ODD_HEADERS[name]!.map((value): Record<string, string> => ({ [name]: value })))

const OTHER_TYPES = [
  'application/json; charset=utf-8',
  'APPLICATION/JSON',
  'application/json; charset=utf-16',
  'application/jsonp',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'image/svg+xml',
  '',
]

const headersOf = ({ raw }: Endpoint): fc.Arbitrary<Record<string, string>> =>
  fc
    .tuple(
      usually(raw?.types[1] ?? 'application/json', fc.constantFrom(...OTHER_TYPES, ...(raw?.types ?? []))),
      usually({}, oddHeaders),
    )
    .map(([type, more]) => ({ 'content-type': type, ...more }))

/** A few frequent addresses, and any other. */
const address = fc.oneof(
  { weight: 5, arbitrary: fc.nat(2).map((nth) => `198.51.100.${nth}`) },
  { weight: 2, arbitrary: fc.ipV4() },
  { weight: 2, arbitrary: fc.ipV6() },
  { weight: 1, arbitrary: fc.constantFrom('', '::', '::ffff:192.0.2.1', 'unknown', '192.0.2.1, 192.0.2.2') },
)

const PNG = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (letter) => letter.charCodeAt(0),
)

/** A picture of one pixel: valid, truncated or corrupted. */
const pictures: fc.Arbitrary<Uint8Array<ArrayBuffer>> = fc.oneof(
  fc.constant(PNG),
  fc.nat(PNG.length).map((end) => PNG.slice(0, end)),
  fc
    .tuple(fc.nat(PNG.length - 1), fc.nat(255))
    .map(([at, byte]) => PNG.map((one, nth) => (nth === at ? byte : one))),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Uint8Array.from([...PNG.slice(0, 8), ...bytes])),
  fc.uint8Array({ maxLength: 500 }).map((bytes) => Uint8Array.from(bytes)),
  fc.constantFrom(new Uint8Array(), new Uint8Array(307_201)),
)
