import { clinic } from '#clinic/current-clinic.ts'
import { photographs } from '#content/photographs.ts'

// Parts of the pages that the legal texts name, too.

/** At the top of the home page: that of the water, or the clinic's own over its photograph. */
export const hasFilm = photographs.hero ? photographs.hero.film !== undefined : clinic.pictures.film

export const hasStreetMap = clinic.position !== null
