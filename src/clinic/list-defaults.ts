import { defaultsIn, OWN_TEXTS, treatmentsLeft } from '#clinic/own-texts.ts'
import type { Clinic, Practitioner } from '#clinic/schema.ts'
import manifest from '#package.json' with { type: 'json' }

/** A default of the content that the clinic has not replaced. */
export interface Default {
  /** A sentence. */
  message: string
  /** The section of the portal's Website tab where it is changed, or the file and its field. */
  place: string
  isInPortal: boolean
  /** Whether the doctor takes it for a fault: visitors would write or go to an address that does not exist. */
  isWrong: boolean
}

/** The place of the default clinic and of its pictures. CH is across the river. */
const LIVERPOOL = { area: /^(?:L|CH)(?![A-Z])/i, latitude: 53.4, longitude: -2.98 }
/** About 30 km. */
const NEAR_DEGREES = 0.3

/** Lists the defaults that are left in the content, with what is published in the portal laid over it. */
export function listDefaults(
  clinic: Clinic,
  practitioners: readonly Practitioner[],
  texts = OWN_TEXTS,
): Default[] {
  return [
    ...samples(clinic),
    ...examples(clinic),
    ...placeholders(clinic, practitioners),
    ...(LIVERPOOL.area.test(clinic.address.postcode) ? [] : ofLiverpool(clinic)),
    ...(isDefaultName(clinic.name) ? [] : textsOfDefault(clinic, texts)),
  ]
}

/** What begins with "Website" is changed in the portal. */
const left = (message: string, place: string, isWrong = false): Default => ({
  message,
  place,
  isInPortal: place.startsWith('Website'),
  isWrong,
})

const inFile = (field: string, file = 'clinic.ts') => `src/content/${file}, ${field}`

/** Ofcom's phone numbers for drama, and the reserved top-level domain. */
function samples({ phone, email, address }: Clinic): Default[] {
  const sample = (what: string) => left(`${what} is a sample.`, 'Website → Contact', true)
  return [
    ...(/^\+44(1\d{2}4960|1632960|2079460|7700900)/.test(phone.tel) ? [sample('The telephone number')] : []),
    ...(email.endsWith('.example') ? [sample('The email address')] : []),
    ...(address.street.includes('Example') ? [sample('The street')] : []),
  ]
}

function examples({ pricesAreExamples, gettingHereIsExample }: Clinic): Default[] {
  return [
    ...(pricesAreExamples
      ? [left('The prices are examples, so the live website shows none.', 'Website → Prices')]
      : []),
    ...(gettingHereIsExample
      ? [
          left(
            'The ways to the clinic are examples, so the live website shows none.',
            'Website → Getting here',
          ),
        ]
      : []),
  ]
}

function placeholders(clinic: Clinic, practitioners: readonly Practitioner[]): Default[] {
  const marked = (all: readonly { name: string; isPlaceholder?: true | undefined }[]) =>
    all.flatMap(({ name, isPlaceholder }) => (isPlaceholder ? [name] : []))
  const [social, affiliates, people] = [clinic.social, clinic.affiliates, practitioners].map(marked)
  const unused = clinic.meaning.filter(({ word }) => !clinic.name.toLowerCase().includes(word.toLowerCase()))
  return [
    ...listed(social, 'The social links are placeholders', 'Website → Contact'),
    ...listed(affiliates, 'The associations are placeholders', inFile('affiliates')),
    ...listed(people, 'The profile is a placeholder', inFile('isPlaceholder', 'practitioners.ts')),
    ...(clinic.trader.owner || clinic.trader.company
      ? []
      : [
          left(
            'The legal pages do not say who trades under the clinic’s name, which the law asks for.',
            inFile('trader'),
          ),
        ]),
    ...listed(
      unused.map(({ word }) => word),
      'The home page explains words that are not in the clinic’s name',
      inFile('meaning'),
    ),
  ]
}

const listed = (names: readonly string[] = [], says: string, place: string): Default[] =>
  names.length > 0 ? [left(`${says}: ${names.join(', ')}.`, place)] : []

/** The repository is named after the default clinic. */
const isDefaultName = (name: string) => name.toLowerCase().replaceAll(' ', '-') === manifest.name

/** Treatments, sentences and a logo that a clinic with a name of its own has left. */
const textsOfDefault = ({ vouchers }: Clinic, texts: Record<string, unknown>): Default[] => [
  ...listed(
    treatmentsLeft(vouchers.treatments, texts),
    'Vouchers are sold for treatments that came with the website and stand on no page',
    inFile('vouchers.treatments'),
  ),
  ...Object.entries(texts).flatMap(([file, content]) => {
    const [first, ...others] = defaultsIn(content)
    if (first === undefined) return []
    const place = `src/content/${file}`
    if (file === 'logo.ts') return [left('The logo is the one that came with the website.', place)]
    const more = others.length > 0 ? `, and ${others.length} more` : ''
    return [left(`These words came with the website: “${first}”${more}.`, place)]
  }),
]

/** What a clinic elsewhere has left by accident. */
function ofLiverpool({ name, pictures, position, delivery }: Clinic): Default[] {
  const shown = Object.entries(pictures).flatMap(([picture, isShown]) => (isShown ? [picture] : []))
  const isNear =
    position !== null &&
    Math.abs(position.latitude - LIVERPOOL.latitude) < NEAR_DEGREES &&
    Math.abs(position.longitude - LIVERPOOL.longitude) < NEAR_DEGREES
  return [
    ...(isDefaultName(name)
      ? [left(`The name is still that of the clinic in Liverpool: ${name}.`, inFile('name'))]
      : []),
    ...listed(shown, 'These pictures show Liverpool, where the clinic is not', inFile('pictures')),
    ...(isNear ? [left('The map shows the clinic in Liverpool.', 'Website → Contact')] : []),
    ...(delivery.districts.every((district) => LIVERPOOL.area.test(district))
      ? [
          left(
            `Orders are delivered only around Liverpool: ${delivery.districts.join(', ')}.`,
            inFile('delivery'),
          ),
        ]
      : []),
  ]
}
