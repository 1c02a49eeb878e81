// What the owner has published in the portal, laid over this folder's values. The build replaces this module by one with
// the published version: scripts/website/published-module.ts. As it stands here, nothing has been published.

import type { Clinic, Therapy } from '#clinic/schema.ts'
import type { Closure } from '#contract/website/opening-days.ts'
import type { PublishedWebsite } from '#contract/website/website.ts'

/** Shown above the header, from the first to the last day (YYYY-MM-DD, London) inclusive. */
interface WebsiteNotice {
  text: string
  from: string
  to: string
  level: 'calm' | 'important'
}

export interface Published {
  clinic: Partial<Clinic> & {
    /** Closures and other hours, sorted, without overlaps. Some may have passed since the build. */
    closures: Closure[]
    notice: WebsiteNotice | null
  }
  /** By the id of the therapy. Empty prices: none is shown. */
  therapies: Record<string, Pick<Therapy, 'prices'> & Partial<Pick<Therapy, 'duration'>>>
}

export const published: Published = { clinic: { closures: [], notice: null }, therapies: {} }

/** The whole of /website.json. */
export const publishedWebsite: PublishedWebsite = {
  version: 0,
  publishedAt: null,
  builtAt: null,
  website: { opening: null, notice: null, contact: null, gettingHere: null, prices: null },
}
