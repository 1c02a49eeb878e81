import type { Published } from '#clinic/published.ts'
import type { Clinic, Prices, Therapy } from '#clinic/schema.ts'
import { mergeClosures } from '#contract/website/merge-closures.ts'
import { telOf, type Website } from '#contract/website/website.ts'
import { groupWeek } from '#scripts/website/group-week.ts'

interface Files {
  clinic: Pick<Clinic, 'pricesAreExamples' | 'social'>
  therapies: readonly Pick<Therapy, 'id'>[]
}

type SavedPrices = NonNullable<Website['prices']>

/** Returns what is laid over the files, on a day (YYYY-MM-DD): what has ended is left out. */
export function toPublished(website: Website, files: Files, today: string): Published {
  const { opening, notice, contact, gettingHere, prices } = website
  const hasNotEnded = ({ to }: { to: string }) => to >= today
  return {
    clinic: {
      ...(opening && { hours: groupWeek(opening.week) }),
      closures: mergeClosures(opening?.closures ?? []).filter(hasNotEnded),
      notice: notice && hasNotEnded(notice) ? notice : null,
      ...(contact && contactOf(contact, files.clinic)),
      ...(gettingHere && { gettingHere, gettingHereIsExample: false }),
      ...(prices && {
        firstConsultation: prices.firstVisit.length > 0 ? { prices: inPounds(prices.firstVisit) } : undefined,
        pricesAreExamples: false,
      }),
    },
    therapies: prices ? therapiesOf(prices, files) : {},
  }
}

function contactOf(
  { phone, social, ...contact }: NonNullable<Website['contact']>,
  files: Files['clinic'],
): Partial<Clinic> {
  return {
    ...contact,
    phone: { display: phone, tel: telOf(phone)! },
    // A placeholder stays one until the owner changes it: somebody who saves a new number has not confirmed the links.
    social: social.map(
      (link) => files.social.find(({ name, url }) => name === link.name && url === link.url) ?? link,
    ),
  }
}

/** Examples that the owner has not saved are not taken for the clinic's own. */
function therapiesOf(prices: SavedPrices, { clinic, therapies }: Files): Published['therapies'] {
  return Object.fromEntries(
    therapies.flatMap(({ id }) => {
      const saved = prices.therapies[id]
      if (!saved) return clinic.pricesAreExamples ? [[id, { prices: [] }]] : []
      return [[id, { prices: inPounds(saved), ...durationOf(saved) }]]
    }),
  )
}

function durationOf(prices: SavedPrices['firstVisit']): { duration?: string } {
  const [shortest, longest] = [prices[0]?.minutes, prices.at(-1)?.minutes]
  if (shortest === undefined) return {}
  return { duration: `${shortest === longest ? shortest : `${shortest}–${longest}`} minutes` }
}

const inPounds = (prices: SavedPrices['firstVisit']): Prices =>
  prices.map(({ minutes, pounds }) => ({ minutes, pounds: Number(pounds) }))
