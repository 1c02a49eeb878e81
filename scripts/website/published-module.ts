import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'
import { clinicInFiles } from '#content/clinic.ts'
import { therapiesInFiles } from '#content/therapies.ts'
import { londonDay } from '#contract/send-date.ts'
import type { PublishedWebsite } from '#contract/website.ts'
import { toPublished } from '#scripts/website/to-published.ts'

const MODULE = /[\\/]src[\\/]content[\\/]published\.ts$/

/** Where `npm run build` has written what it read from the database. Without it, the module stays as it is. */
const readModule = async (): Promise<string | undefined> => {
  const file = process.env['WEBSITE_FILE']
  return file ? publishedModule(JSON.parse(await readFile(file, 'utf8')), new Date()) : undefined
}

/** Returns the text of src/content/published.ts for a published version. */
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

/** Lays what is published over src/content, for Vite. */
export const publishedPages = () => ({
  name: 'published-website',
  enforce: 'pre' as const,
  load: (id: string) => (MODULE.test(id) ? readModule() : undefined),
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
