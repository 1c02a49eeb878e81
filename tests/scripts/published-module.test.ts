import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { afterAll, describe, expect, it } from 'vitest'
import { clinicInFiles } from '#content/clinic.ts'
import { NO_WEBSITE, type PublishedWebsite, type Website } from '#contract/website/website.ts'
import { publishedFunctions, publishedPages } from '#scripts/website/published-module.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const folder = await mkdtemp(join(tmpdir(), 'published-module-'))
afterAll(() => rm(folder, { recursive: true }))

interface Content {
  clinic: typeof clinicInFiles & { closures: object[]; notice: object | null }
  therapies: { id: string; duration: string; prices?: object[] }[]
  published: PublishedWebsite
}

let nth = 0

/** Bundles the content as the functions are, with a website laid over it. */
async function contentWith(website: Website | undefined): Promise<Content> {
  nth += 1
  const file = join(folder, `${nth}.json`)
  const published = { version: 3, publishedAt: '2026-11-25T09:00:00.000Z', builtAt: null, website }
  await writeFile(file, JSON.stringify(published))
  if (website) process.env['WEBSITE_FILE'] = file
  const outfile = join(folder, `${nth}.mjs`)
  const contents = `
    export { clinic } from '#clinic/current-clinic.ts'
    export { therapies } from '#clinic/current-therapies.ts'
    export { publishedWebsite as published } from '#clinic/published.ts'`
  const stdin = { contents, resolveDir: ROOT }
  await build({
    stdin,
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    plugins: [publishedFunctions],
  })
  delete process.env['WEBSITE_FILE']
  expect(await readFile(outfile, 'utf8')).not.toContain('Please enter')
  return (await import(outfile)) as Content
}

const WEEK = Array.from({ length: 7 }, () => ({ from: '10:00', to: '18:00' }))

describe('the content of a build', () => {
  it('is that of the files if nothing is laid over it', async () => {
    const { clinic, published } = await contentWith(undefined)
    expect(clinic).toEqual({ ...clinicInFiles, closures: [], notice: null })
    expect(published.version).toBe(0)
    expect((await contentWith(NO_WEBSITE)).clinic).toEqual(clinic)
  })

  it('has the published hours, contact and ways as the clinic’s own, and nothing that has ended', async () => {
    const { clinic, published } = await contentWith({
      opening: {
        week: WEEK,
        closures: [
          { from: '2099-12-26', to: '2100-01-02', open: null, reason: 'New Year' },
          { from: '2099-12-24', to: '2099-12-26', open: null, reason: 'Christmas' },
          { from: '2020-12-24', to: '2020-12-26', open: null, reason: 'Long ago' },
        ],
      },
      notice: { text: '</script><b>Over</b>', from: '2020-01-01', to: '2020-01-02', level: 'calm' },
      contact: {
        phone: '0151 496 0199',
        email: 'new@clinic.example.com',
        address: { street: '2 Example Street', city: 'Liverpool', postcode: 'L1 0AB' },
        position: null,
        social: [{ name: 'Facebook', url: 'https://facebook.com/clinic' }, ...clinicInFiles.social],
      },
      gettingHere: [{ by: 'Tram', text: 'The healing tram cures everything!' }],
      prices: null,
    })
    expect(clinic.hours).toEqual([
      { days: 'Monday to Sunday', weekdays: [1, 2, 3, 4, 5, 6, 0], open: WEEK[0] },
    ])
    expect(clinic.closures).toEqual([
      { from: '2099-12-24', to: '2100-01-02', open: null, reason: 'Christmas, New Year' },
    ])
    expect(clinic).toMatchObject({
      notice: null,
      phone: { display: '0151 496 0199', tel: '+441514960199' },
      email: 'new@clinic.example.com',
      position: null,
      // Links that the owner has not changed are still marked as placeholders.
      social: [{ name: 'Facebook', url: 'https://facebook.com/clinic' }, ...clinicInFiles.social],
      gettingHereIsExample: false,
      pricesAreExamples: clinicInFiles.pricesAreExamples,
    })
    expect(published.version).toBe(3)
  })

  it('has the published prices, and neither examples nor prices of therapies that are gone', async () => {
    const { therapies: inFiles } = await contentWith(undefined)
    const { id } = inFiles[0]!
    const gone = [{ minutes: 60, pounds: '50.00' }]
    const publish = async (therapies: Record<string, { minutes: number; pounds: string }[]>) => {
      const prices = { firstVisit: [], therapies: { ...therapies, gone } }
      const { clinic, ...content } = await contentWith({ ...NO_WEBSITE, prices })
      expect(clinic.firstConsultation).toBeUndefined()
      expect(clinic.pricesAreExamples).toBe(false)
      expect(content.therapies.map((therapy) => therapy.id)).toEqual(inFiles.map((therapy) => therapy.id))
      return content.therapies[0]
    }
    const two = [
      { minutes: 30, pounds: '40.50' },
      { minutes: 90, pounds: '95.00' },
    ]
    expect(await publish({ [id]: two })).toMatchObject({
      duration: '30–90 minutes',
      prices: [
        { minutes: 30, pounds: 40.5 },
        { minutes: 90, pounds: 95 },
      ],
    })
    expect(await publish({ [id]: [{ minutes: 50, pounds: '55.00' }] })).toMatchObject({
      duration: '50 minutes',
    })
    expect(await publish({ [id]: [] })).toMatchObject({ prices: [] })
    // Examples that the owner has not seen are not the clinic’s own.
    expect(await publish({})).toMatchObject({ prices: [] })
  })
})

describe('the scripts of the browser', () => {
  const load = (name: string) =>
    publishedPages().load.call({ environment: { name: 'client' } }, join(ROOT, 'src', name))

  it('take the clinic’s facts from the page', async () => {
    expect(await load('clinic/clinic-facts.ts')).toContain(`'#clinic'`)
  })

  // Each would hold what is published, and have another name after a publication.
  it.each([
    'content/clinic.ts',
    'content/therapies.ts',
    'clinic/current-clinic.ts',
    'clinic/current-therapies.ts',
    'clinic/published.ts',
  ])('cannot import %s', (name) => {
    expect(() => load(name)).toThrow('clinic-facts.ts')
  })
})
