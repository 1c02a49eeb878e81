// What scripts know of the clinic: the only module of facts that islands and other scripts of the browser import. There the
// facts come with the page and not with the script (scripts/website/published-module.ts), so that publishing another
// telephone number gives no script another name, and a page that is open still finds its scripts.

import { clinic as whole } from '#clinic/current-clinic.ts'
import { directionsUrl } from '#clinic/directions.ts'

const { address, booking, closures, delivery, description, email, hours, insurers, name, phone, trader } =
  whole
const { amounts, heading, popular, treatments, validMonths } = whole.vouchers

export const clinic = {
  name,
  description,
  phone,
  email,
  address,
  directionsUrl,
  trader,
  hours,
  closures,
  insurers,
  vouchers: { validMonths, heading, treatments, amounts, popular },
  delivery,
  booking,
}
