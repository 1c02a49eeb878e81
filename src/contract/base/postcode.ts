import { normalizeToken } from '#contract/base/text.ts'

// https://ideal-postcodes.co.uk/guides/uk-postcode-format: no I, J or Z as the second letter, none of I, L, O, Q and Z at the
// end of the outward part, and none of C, I, K, M, O and V after the inward digit.
const UK_POSTCODE = /^([A-Z][A-HK-Y]?\d[A-HJKMNPR-Y\d]?)(\d[ABD-HJLNP-UW-Z]{2})$/

/**
 * Returns a UK postcode as it is printed, "L1 0AB"; undefined for any other text. O and 0, I and 1 are taken for each other
 * where only one of them makes a postcode: first in the inward digit, then from the end of the outward part.
 */
function parseUkPostcode(text: string): string | undefined {
  const typed = normalizeToken(text).replace(/[ -]/g, '').toUpperCase()
  const [inward, outward] = [typed.slice(-3), typed.slice(0, -3)]
  const digit = inward.replace(/^[OI]/, toDigit)
  for (let kept = outward.length; kept >= 0; kept -= 1) {
    const corrected = outward.slice(0, kept) + outward.slice(kept).replace(/[OI]/g, toDigit)
    const [, found] = UK_POSTCODE.exec(corrected.replace(/^[01](?=[A-Z])/, toLetter) + digit) ?? []
    if (found !== undefined) return `${found} ${digit}`
  }
  return undefined
}

const toDigit = (letter: string) => (letter === 'O' ? '0' : '1')
const toLetter = (sign: string) => (sign === '0' ? 'O' : 'I')

/** Formats a UK postcode. Returns any other text as it is, because billing addresses may be abroad. */
export const normalizePostcode = (text: string): string => parseUkPostcode(text) ?? text

/** A postcode area ("L"), a district ("CH41") or a range of districts ("L1–L36"). */
export const DISTRICTS = /^([A-Z]{1,2})(?:(\d{1,2})(?:[–-]\1(\d{1,2}))?)?$/

function isIn(postcode: string, districts: string): boolean {
  const [, area, number] = /^([A-Z]+)(\d+)/.exec(postcode) ?? []
  const [, deliveryArea, from = '0', to = from] = DISTRICTS.exec(districts) ?? []
  if (area !== deliveryArea) return false
  return from === '0' || (Number(number) >= Number(from) && Number(number) <= Number(to))
}

/** Where the clinic delivers to, from the content. */
export interface DeliveryArea {
  districts: readonly string[]
}

export const describeArea = ({ districts }: DeliveryArea): string => districts.join(', ')

/** A postcode in the area: "L1 0AB" of "L1–L36" and of "L". */
const examplePostcode = ({ districts: [first = 'SW'] }: DeliveryArea) =>
  `${/^[A-Z]+\d+/.exec(first)?.[0] ?? `${first}1`} 0AB`

/** Returns why the clinic cannot deliver to a postcode, for the buyer; undefined if it can. */
export function deliveryPostcodeError(text: string, area: DeliveryArea, phone: string): string | undefined {
  const postcode = parseUkPostcode(text)
  if (postcode === undefined) return `Please enter a postcode such as ${examplePostcode(area)}.`
  if (area.districts.some((districts) => isIn(postcode, districts))) return undefined
  return `We only deliver to postcodes in ${describeArea(area)}. Please choose collection from the clinic, or ring us on ${phone}.`
}
