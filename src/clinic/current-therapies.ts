import { published } from '#clinic/published.ts'
import type { Therapy } from '#clinic/schema.ts'
import { therapiesInFiles } from '#content/therapies.ts'

/** The therapies as the content describes them, and over that what was published in the portal. */
export const therapies: Therapy[] = therapiesInFiles.map((therapy) => ({
  ...therapy,
  ...published.therapies[therapy.id],
}))
