import { clinic } from '#clinic/current-clinic.ts'
import { listDefaults } from '#clinic/list-defaults.ts'
import type { Prices } from '#clinic/schema.ts'
import { clinicInFiles } from '#content/clinic.ts'
import { practitioners } from '#content/practitioners.ts'
import { therapiesInFiles } from '#content/therapies.ts'
import { formatPounds } from '#contract/base/money.ts'
import type { WebsiteReply } from '#contract/website/website.ts'

const pricesOf = (item: { prices?: Prices | undefined } | undefined) =>
  (item?.prices ?? []).map(({ minutes, pounds }) => ({
    minutes,
    pounds: formatPounds(Math.round(pounds * 100)),
  }))

const openOf = (weekday: number) =>
  clinicInFiles.hours.find(({ weekdays }) => weekdays.includes(weekday))?.open ?? null

/** The values of src/content, in the form in which an owner edits them. */
export function contentWebsite(): Pick<WebsiteReply, 'files' | 'examples' | 'defaults' | 'therapies'> {
  const { phone, email, address, position, social, gettingHere, firstConsultation } = clinicInFiles
  return {
    files: {
      opening: { week: [0, 1, 2, 3, 4, 5, 6].map(openOf), closures: [] },
      contact: {
        phone: phone.display,
        email,
        address,
        position,
        social: social.map(({ name, url }) => ({ name, url })),
      },
      gettingHere,
      prices: {
        firstVisit: pricesOf(firstConsultation),
        therapies: Object.fromEntries(therapiesInFiles.map((therapy) => [therapy.id, pricesOf(therapy)])),
      },
    },
    examples: { gettingHere: clinicInFiles.gettingHereIsExample, prices: clinicInFiles.pricesAreExamples },
    defaults: listDefaults(clinic, practitioners).map(({ message, place, isInPortal }) => ({
      message,
      place,
      isInPortal,
    })),
    therapies: therapiesInFiles.map(({ id, title }) => ({ id, title })),
  }
}
