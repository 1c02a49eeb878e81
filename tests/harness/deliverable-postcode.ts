import { clinic } from '#clinic/current-clinic.ts'
import { DISTRICTS } from '#contract/base/postcode.ts'

const [, area, district = '1'] = DISTRICTS.exec(clinic.delivery.districts[0]!)!

/** A postcode that the clinic delivers to. */
export const DELIVERABLE_POSTCODE = `${area}${district} 0AB`
