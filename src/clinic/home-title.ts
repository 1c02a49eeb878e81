import { clinic } from '#clinic/current-clinic.ts'
import { searchTitle } from '#content/home.ts'

/** "Acupuncture and massage in Liverpool". */
export const homeTitle = searchTitle.replace('{city}', clinic.address.city)
