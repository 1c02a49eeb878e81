import type { Clinic } from '#content/schema.ts'
import { ok, wrong, yours, type Check, type Finding } from '#scripts/doctor/finding.ts'

const FILE = 'src/content/clinic.ts'

/** Lists what only the owner can check or do. */
export const checkOwner = (clinic: Clinic): Check => ({
  about: 'Content and launch',
  run: () => [
    ...samples(clinic),
    ...trader(clinic),
    ...placeholders(clinic),
    ...prices(clinic),
    ...gettingHere(clinic),
    booking(clinic),
    PROBE,
  ],
})

/** Ofcom's phone numbers for drama, and the reserved top-level domain. */
function samples({ phone, email, address }: Clinic): Finding[] {
  const left = [
    ...(/^\+44(151496|1632960|7700900)/.test(phone.tel) ? ['the telephone number'] : []),
    ...(email.endsWith('.example') ? ['the email address'] : []),
    ...(address.street.includes('Example') ? ['the street'] : []),
  ]
  if (left.length === 0) return [ok('The clinic’s telephone number and addresses are its own.')]
  return [wrong(`Still samples: ${left.join(', ')}.`, `write the clinic’s own into ${FILE}.`)]
}

function trader({ trader: { owner: person, company } }: Clinic): Finding[] {
  if (person || company) return []
  return [
    yours(
      'The legal pages do not say who trades under the clinic’s name, which the law asks for.',
      `fill in \`trader\` in ${FILE}.`,
    ),
  ]
}

function placeholders({ social, affiliates }: Clinic): Finding[] {
  const left = [...social, ...affiliates].filter(({ isPlaceholder }) => isPlaceholder)
  if (left.length === 0) return []
  return [
    yours(
      `The footer shows placeholders: ${left.map(({ name }) => name).join(', ')}.`,
      `write the clinic’s own profiles and associations into ${FILE}, or remove them.`,
    ),
  ]
}

function prices({ pricesAreExamples }: Clinic): Finding[] {
  if (!pricesAreExamples) return []
  return [
    yours(
      'The prices in the content are examples, so visitors see none.',
      `write the clinic’s own into ${FILE} and src/content/therapies, and set \`pricesAreExamples\` to false.`,
    ),
  ]
}

function gettingHere({ gettingHereIsExample }: Clinic): Finding[] {
  if (!gettingHereIsExample) return []
  return [
    yours(
      'The ways to the clinic in the content are examples, so visitors see none.',
      `write the clinic’s own into ${FILE}, and set \`gettingHereIsExample\` to false.`,
    ),
  ]
}

const booking = ({ booking: { kind } }: Clinic): Finding =>
  kind === 'none'
    ? yours(
        'Visitors book by telephone or with the appointment form: no booking provider is filled in.',
        `if the clinic has one, fill in \`booking\` in ${FILE} (docs/deploy.md).`,
      )
    : ok('Appointments are booked at the provider that the content names.')

const PROBE = yours(
  'Once before launch, Stripe itself should be asked what our stand-in for it was built to answer.',
  'with a test account’s key, run `STRIPE_PROBE_KEY=sk_test_… npx vitest run --project local probe`.',
)
