import { clinic } from '#content/clinic.ts'
import type { Prices } from '#content/schema.ts'
import { therapies } from '#content/therapies.ts'

// What treatments cost, as the pages show it. Example prices are never published.

// astro.config.mjs passes Netlify's context on.
const areHidden = clinic.pricesAreExamples && import.meta.env.NETLIFY_CONTEXT === 'production'

/** Returns the prices to show, the shortest treatment first; none if the content has none. */
export const pricesOf = (item: { prices?: Prices | undefined } | undefined): Prices =>
  areHidden ? [] : (item?.prices ?? []).toSorted((a, b) => a.minutes - b.minutes)

export const inPounds = (pounds: number) => `£${pounds.toFixed(2).replace(/\.00$/, '')}`

/** Returns the lowest price, as in "from £55"; undefined without a price. */
export function lowestPrice(prices: Prices): string | undefined {
  const [lowest] = prices.map(({ pounds }) => pounds).toSorted((a, b) => a - b)
  return lowest === undefined ? undefined : `${prices.length > 1 ? 'from ' : ''}${inPounds(lowest)}`
}

const and = (parts: string[]) => new Intl.ListFormat('en-GB').format(parts)
const priceList = (prices: Prices) =>
  and(prices.map(({ minutes, pounds }) => `${inPounds(pounds)} for ${minutes} minutes`))

/** Returns the answer to "What does it cost?"; undefined if nothing has a price. */
export function costAnswer(): string | undefined {
  const items = [
    { title: 'First consultation', prices: pricesOf(clinic.firstConsultation) },
    ...therapies.map((therapy) => ({ title: therapy.title, prices: pricesOf(therapy) })),
  ].filter(({ prices }) => prices.length > 0)
  if (items.length === 0) return undefined
  return `${items.map(({ title, prices }) => `${title}: ${priceList(prices)}`).join('. ')}.`
}

/** Returns what the voucher amounts pay for, as in "£75 is a 60-minute treatment."; undefined if none is a price. */
export function amountsAsTreatments(amounts: readonly number[]): string | undefined {
  const prices = therapies.flatMap((therapy) => pricesOf(therapy))
  const parts = amounts.flatMap((amount) => {
    const minutes = prices.flatMap(({ pounds, minutes }) => (pounds === amount ? [minutes] : []))
    return minutes.length === 0 ? [] : [`${inPounds(amount)} is a ${Math.min(...minutes)}-minute treatment`]
  })
  return parts.length === 0 ? undefined : `${and(parts)}.`
}
