import type { Clinic } from '#clinic/schema.ts'
import { therapiesInFiles } from '#content/therapies.ts'
import { londonDay } from '#contract/base/send-date.ts'
import { ok, wrong, yours, type Check, type Finding } from '#scripts/doctor/finding.ts'
import { fetchWebsite } from '#scripts/website/read-website.ts'
import { toPublished } from '#scripts/website/to-published.ts'

const FILE = 'src/content/clinic.ts'
const LIVE_TIMEOUT_MS = 3000

/** Lists what only the owner can check or do. */
export const checkOwner = (files: Clinic): Check => ({
  about: 'Content and launch',
  async run() {
    const clinic = await clinicOnSite(files)
    return [
      ...samples(clinic),
      ...trader(clinic),
      ...placeholders(clinic),
      ...prices(clinic),
      ...gettingHere(clinic),
      booking(clinic),
      PROBE,
    ]
  },
})

/** Returns the clinic as visitors see it: what the portal has published wins over the files. */
async function clinicOnSite(files: Clinic): Promise<Clinic> {
  const url = process.env['URL']
  const live = url ? await fetchWebsite(url, LIVE_TIMEOUT_MS).catch(() => undefined) : undefined
  if (!live) return files
  const published = toPublished(
    live.website,
    { clinic: files, therapies: therapiesInFiles },
    londonDay(new Date()),
  )
  return { ...files, ...published.clinic }
}

/** Ofcom's phone numbers for drama, and the reserved top-level domain. */
function samples({ phone, email, address }: Clinic): Finding[] {
  const left = [
    ...(/^\+44(151496|1632960|7700900)/.test(phone.tel) ? ['the telephone number'] : []),
    ...(email.endsWith('.example') ? ['the email address'] : []),
    ...(address.street.includes('Example') ? ['the street'] : []),
  ]
  if (left.length === 0) return [ok('The clinic’s telephone number and addresses are its own.')]
  return [
    wrong(
      `Still samples: ${left.join(', ')}.`,
      'enter the clinic’s own in the portal, under Website, and publish.',
    ),
  ]
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
      `enter the clinic’s own profiles in the portal, under Website, and write its associations into ${FILE}; or remove them.`,
    ),
  ]
}

function prices({ pricesAreExamples }: Clinic): Finding[] {
  if (!pricesAreExamples) return []
  return [
    yours(
      'The prices in the content are examples, so visitors see none.',
      'enter the clinic’s own in the portal, under Website, and publish.',
    ),
  ]
}

function gettingHere({ gettingHereIsExample }: Clinic): Finding[] {
  if (!gettingHereIsExample) return []
  return [
    yours(
      'The ways to the clinic in the content are examples, so visitors see none.',
      'enter the clinic’s own in the portal, under Website, and publish.',
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
