import { describe, expect, it } from 'vitest'
import { clinicInFiles } from '#content/clinic.ts'
import { NO_WEBSITE } from '#contract/website/website.ts'
import { defaultsOf, reportDefaults } from '#scripts/website/report-defaults.ts'

describe('reportDefaults', () => {
  it('names each default with its place in the portal or in a file', () => {
    const left = (place: string, isInPortal: boolean) => ({
      message: 'It is a sample.',
      place,
      isInPortal,
      isWrong: false,
    })
    expect(
      reportDefaults([left('Website → Contact', true), left('src/content/clinic.ts, trader', false)]),
    ).toEqual([
      'These are still defaults or samples. They stop nothing:',
      '  It is a sample. To be changed in the portal, Website → Contact',
      '  It is a sample. To be changed in src/content/clinic.ts, trader',
    ])
  })

  it('prints nothing where none is left', () => {
    expect(reportDefaults([])).toEqual([])
  })
})

it('defaultsOf leaves out what the portal has replaced', () => {
  const places = (website = NO_WEBSITE) => defaultsOf(website, new Date()).map(({ place }) => place)
  if (clinicInFiles.gettingHereIsExample) expect(places()).toContain('Website → Getting here')
  expect(places({ ...NO_WEBSITE, gettingHere: [] })).not.toContain('Website → Getting here')
})
