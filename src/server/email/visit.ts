import { clinic } from '#content/clinic.ts'
import { directionsUrl } from '#content/directions.ts'
import { openingTimes } from '#content/opening-times.ts'
import { timetable } from '#server/email/blocks.ts'
import { link, trustedText, type EmailText } from '#server/email/email-text.ts'
import { markup } from '#server/email/html.ts'

const { street, city, postcode } = clinic.address

/** For calendars and emails. */
export const place = `${clinic.name}, ${street}, ${city} ${postcode}`

/** The clinic's address, with a link to the way there if its position is known. */
export const placeWithDirections: EmailText = directionsUrl
  ? withDirections(link('Directions', directionsUrl))
  : trustedText(place)

function withDirections(directions: EmailText): EmailText {
  return {
    html: markup`${trustedText(place).html}<br>${directions.html}`,
    text: `${place}\n${directions.text}`,
  }
}

export const openingHours = timetable(
  'Opening hours',
  clinic.hours.map(({ days, open }) => [days, openingTimes(open)]),
)
