import { clinic } from '#clinic/current-clinic.ts'

// astro.config.mjs passes Netlify's context on. Examples are never published, as in prices.ts.
const isHidden = clinic.gettingHereIsExample && import.meta.env.NETLIFY_CONTEXT === 'production'

/** How to get to the clinic, as the pages show it. */
export const gettingHere: typeof clinic.gettingHere = isHidden ? [] : clinic.gettingHere

/** Whether the directions that are shown are examples. */
export const isShownAsExample = clinic.gettingHereIsExample && !isHidden
