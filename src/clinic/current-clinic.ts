import { published } from '#clinic/published.ts'
import { clinicInFiles } from '#content/clinic.ts'

/** The clinic as its content describes it, and over that what was published in the portal. */
export const clinic = { ...clinicInFiles, ...published.clinic }
