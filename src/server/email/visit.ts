import { clinic } from '#clinic/current-clinic.ts'
import { directionsUrl } from '#clinic/directions.ts'
import { openingTimes } from '#clinic/opening-times.ts'
import { closuresAhead, writeDays } from '#contract/website/write-closures.ts'
import { timetable, type Block } from '#server/email/blocks.ts'
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

/** The weekly hours, and the closures that have not ended on a day (London). */
export function openingHours(
  today: string,
  { hours, closures }: Pick<typeof clinic, 'hours' | 'closures'> = clinic,
): Block {
  return timetable('Opening hours', [
    ...hours.map(({ days, open }) => [days, openingTimes(open)] as const),
    ...closuresAhead(closures, today).map((closure) => {
      const times = openingTimes(closure.open)
      return [writeDays(closure, today), closure.reason ? `${times} (${closure.reason})` : times] as const
    }),
  ])
}
