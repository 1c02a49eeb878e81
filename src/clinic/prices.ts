import { clinic } from '#clinic/current-clinic.ts'
import { therapies } from '#clinic/current-therapies.ts'
import type { Prices } from '#clinic/schema.ts'

// What treatments cost, as the pages show it. Example prices are never published.

// astro.config.mjs passes Netlify's context on.
const areHidden = clinic.pricesAreExamples && import.meta.env.NETLIFY_CONTEXT === 'production'

/** Whether the prices that are shown are examples. */
export const areShownAsExamples = clinic.pricesAreExamples && !areHidden

/** Returns the prices to show, the shortest treatment first; none if the content has none. */
export const pricesOf = (item: { prices?: Prices | undefined } | undefined): Prices =>
  areHidden ? [] : (item?.prices ?? []).toSorted((a, b) => a.minutes - b.minutes)

export const inPounds = (pounds: number) => `£${pounds.toFixed(2).replace(/\.00$/, '')}`

/** Returns the lowest price, as in "from £55"; undefined without a price. */
export function lowestPrice(prices: Prices): string | undefined {
  const [lowest] = prices.map(({ pounds }) => pounds).toSorted((a, b) => a - b)
  return lowest === undefined ? undefined : `${prices.length > 1 ? 'from ' : ''}${inPounds(lowest)}`
}

/** A row of the table of treatments. */
interface Treatment {
  title: string
  /** The id of its therapy; none of the first visit. */
  therapy?: string
  /** "45–60 minutes", shown also where prices are hidden. */
  duration: string
  prices: Prices
}

/** The first visit, if the content has one. */
export const firstVisitTreatment: Treatment | undefined = clinic.firstConsultation && {
  title: 'First visit',
  duration: durationOf(clinic.firstConsultation.prices),
  prices: pricesOf(clinic.firstConsultation),
}

export const treatments: Treatment[] = [
  ...(firstVisitTreatment ? [firstVisitTreatment] : []),
  ...therapies.map((therapy) => ({
    title: therapy.title,
    therapy: therapy.id,
    duration: therapy.duration,
    prices: pricesOf(therapy),
  })),
]

/** Each treatment in each of its lengths, in words, with its price in pounds. */
export const pricedTreatments = treatments.flatMap(({ title, therapy, prices }) =>
  prices.map(({ minutes, pounds }) => ({
    name: therapy ? `${minutes} minutes of ${title}` : 'a first visit',
    pounds,
  })),
)

/** Whether every treatment has a price to show. */
export const areAllPriced = treatments.every(({ prices }) => prices.length > 0)

function durationOf(prices: Prices): string {
  const minutes = prices.map((price) => price.minutes)
  const [shortest, longest] = [Math.min(...minutes), Math.max(...minutes)]
  return `${shortest === longest ? shortest : `${shortest}–${longest}`} minutes`
}

/** Returns the answer to "How much does a treatment cost?"; undefined if no therapy has a price. */
export function costAnswer(): string | undefined {
  const lowest = lowestPrice(treatments.flatMap(({ therapy, prices }) => (therapy ? prices : [])))
  if (!lowest) return undefined
  const first = firstVisitTreatment && lowestPrice(firstVisitTreatment.prices)
  return `${first ? `The first visit costs ${first}, and a` : 'A'} treatment costs ${lowest}, depending on its kind and length. Please see the table for every price.`
}

const and = (parts: string[]) => new Intl.ListFormat('en-GB').format(parts)

/**
 * Returns what the voucher amounts pay for, as in "£75 is a treatment of 60 minutes."; undefined if that is true of none,
 * because no treatment has that price or others of that length have another one.
 */
export function amountsAsTreatments(amounts: readonly number[]): string | undefined {
  const prices = therapies.flatMap((therapy) => pricesOf(therapy))
  const parts = amounts.flatMap((amount) => {
    const others = new Set(prices.flatMap(({ pounds, minutes }) => (pounds === amount ? [] : [minutes])))
    const length = prices.find(({ pounds, minutes }) => pounds === amount && !others.has(minutes))?.minutes
    return length === undefined ? [] : [`${inPounds(amount)} is a treatment of ${length} minutes`]
  })
  return parts.length === 0 ? undefined : `${and(parts)}.`
}
