import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'
import { clinicInFiles } from '#content/clinic.ts'
import { therapiesInFiles } from '#content/therapies.ts'
import { londonDay } from '#contract/base/send-date.ts'
import type { PublishedWebsite } from '#contract/website/website.ts'
import { toPublished } from '#scripts/website/to-published.ts'

const MODULE = /[\\/]src[\\/]clinic[\\/]published\.ts$/
const FACTS = /[\\/]src[\\/]clinic[\\/]clinic-facts\.ts$/
/** What is published, and what it is laid over. A script that held it would change its name with each publication. */
const VALUES =
  /[\\/]src[\\/](?:content[\\/](?:clinic|therapies)|clinic[\\/](?:current-clinic|current-therapies|published))\.ts$/

/** Where `npm run build` has written what it read from the database. Without it, the module stays as it is. */
const readModule = async (): Promise<string | undefined> => {
  const file = process.env['WEBSITE_FILE']
  return file ? publishedModule(JSON.parse(await readFile(file, 'utf8')), new Date()) : undefined
}

/** Returns the text of src/clinic/published.ts for a published version. */
export function publishedModule(published: PublishedWebsite, now: Date): string {
  const files = { clinic: clinicInFiles, therapies: therapiesInFiles }
  const laid = toPublished(published.website, files, londonDay(now))
  // JSON has no undefined, which takes the first visit away.
  const hidesFirstVisit = 'firstConsultation' in laid.clinic && !laid.clinic.firstConsultation
  return [
    `export const published = ${JSON.stringify(laid)}`,
    ...(hidesFirstVisit ? ['published.clinic.firstConsultation = undefined'] : []),
    `export const publishedWebsite = ${JSON.stringify(published)}`,
  ].join('\n')
}

/** The facts of the page, for its scripts: src/layouts put them into each page. */
const FACTS_OF_PAGE = `export const clinic = JSON.parse(document.querySelector('#clinic').textContent)`

/** Lays what is published over src/content, for Vite, and keeps it out of the browser's scripts. */
export const publishedPages = () => ({
  name: 'published-website',
  enforce: 'pre' as const,
  load(this: { environment: { name: string } }, id: string) {
    if (this.environment.name !== 'client') return MODULE.test(id) ? readModule() : undefined
    if (FACTS.test(id)) return FACTS_OF_PAGE
    if (VALUES.test(id))
      throw new Error(`A script of the browser imports ${id}, and may only clinic-facts.ts`)
    return undefined
  },
})

/** The same for the functions. */
export const publishedFunctions: Plugin = {
  name: 'published-website',
  setup(build) {
    build.onLoad({ filter: MODULE }, async () => {
      const contents = await readModule()
      return contents === undefined ? undefined : { contents, loader: 'js' }
    })
  },
}
