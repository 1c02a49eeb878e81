import { listDefaults, type Default } from '#clinic/list-defaults.ts'
import { clinicInFiles } from '#content/clinic.ts'
import { practitioners } from '#content/practitioners.ts'
import { therapiesInFiles } from '#content/therapies.ts'
import { londonDay } from '#contract/base/send-date.ts'
import type { Website } from '#contract/website/website.ts'
import { toPublished } from '#scripts/website/to-published.ts'

/** Lists the defaults that visitors see of the files and what the portal has published over them. */
export function defaultsOf(website: Website, now: Date): Default[] {
  const files = { clinic: clinicInFiles, therapies: therapiesInFiles }
  const { clinic } = toPublished(website, files, londonDay(now))
  return listDefaults({ ...clinicInFiles, ...clinic }, practitioners)
}

/** Returns a heading and a line for each default that is left, with its place; nothing if there is none. */
export const reportDefaults = (defaults: readonly Default[]): string[] =>
  defaults.length === 0
    ? []
    : [
        'These are still defaults or samples. They stop nothing:',
        ...defaults.map((one) => `  ${one.message} To be changed ${placeOf(one)}`),
      ]

export const placeOf = ({ place, isInPortal }: Pick<Default, 'place' | 'isInPortal'>) =>
  `in ${isInPortal ? 'the portal, ' : ''}${place}`
