import { listDefaults } from '#clinic/list-defaults.ts'
import type { Clinic } from '#clinic/schema.ts'
import { practitioners } from '#content/practitioners.ts'
import { therapiesInFiles } from '#content/therapies.ts'
import { londonDay } from '#contract/base/send-date.ts'
import { ok, wrong, yours, type Check, type Finding } from '#scripts/doctor/finding.ts'
import { fetchWebsite } from '#scripts/website/read-website.ts'
import { placeOf } from '#scripts/website/report-defaults.ts'
import { toPublished } from '#scripts/website/to-published.ts'

const FILE = 'src/content/clinic.ts'
const LIVE_TIMEOUT_MS = 3000

/** Lists what only the owner can check or do. */
export const checkOwner = (files: Clinic): Check => ({
  about: 'Content and launch',
  async run() {
    const clinic = await clinicOnSite(files)
    return [...defaults(clinic), booking(clinic), PROBE]
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

/** The build of the same deploy has listed them. */
function defaults(clinic: Clinic): Finding[] {
  if (process.env['NETLIFY'] === 'true') return []
  const left = listDefaults(clinic, practitioners)
  if (left.length === 0) return [ok('No default or sample is left in the content.')]
  return left.map(({ message, isWrong, ...at }) =>
    (isWrong ? wrong : yours)(message, `change it ${placeOf(at)}.`),
  )
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
