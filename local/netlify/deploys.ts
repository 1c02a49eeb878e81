import { randomUUID } from 'node:crypto'
import { cp, glob, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { compressSite } from '#local/netlify/compress.ts'
import { replaceAll, rewritePages } from '#local/netlify/rewrite-pages.ts'
import { servePages, type PageListener } from '#local/netlify/serve-pages.ts'
import { readOptional } from '#local/read-optional.ts'
import { integrityHash } from '#scripts/security-headers/integrity.ts'
import { nameDeploy, SKEW_PROTECTION_FILE, type SkewProtection } from '#scripts/skew-protection.ts'

/** A copy of the built site that is served, or was. */
interface Deploy {
  id: string
  folder: string
  pages: PageListener
}

export interface Deploys {
  /** Serves a copy of a build from now on, with an id in its pages as Netlify's build has. */
  add: (folder: string) => Promise<void>
  /** Swaps the site for a twin whose scripts have other names, as after a deploy of new code, or back. */
  swap: () => Promise<void>
  pages: PageListener
}

/** How many deploys still answer a request that names them. */
export const DEPLOYS_KEPT = 5

/** Serves the pages of the last deploy and, as Netlify's skew protection does, files of an older one if a request names it. */
export function createDeploys(root: string): Deploys {
  const namedBy = readSkewProtection(root)
  let deploys: Deploy[] = []
  /** The other one of two that are swapped. */
  let twin: Promise<Deploy> | undefined
  const current = () => deploys.at(-1)!
  const serve = async (id: string, folder: string) => {
    await compressSite(folder)
    return { id, folder, pages: await servePages({ root, publish: folder }) }
  }
  const show = (deploy: Deploy) => {
    deploys = [...deploys.filter((each) => each !== deploy), deploy].slice(-DEPLOYS_KEPT)
  }
  return {
    async add(folder) {
      const id = randomUUID()
      await rewritePages(folder, (page) => nameDeploy(page, id))
      show(await serve(id, folder))
      twin = undefined
    },
    async swap() {
      const before = current()
      twin ??= (async () => {
        const [id, folder] = [randomUUID(), `${before.folder}-twin`]
        await rm(folder, { recursive: true, force: true })
        await cp(before.folder, folder, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) })
        await renameScripts(folder, new Map([[before.id, id]]))
        return serve(id, folder)
      })()
      const next = await twin
      // Something has been published or swapped meanwhile.
      if (current() !== before) return
      twin = Promise.resolve(before)
      show(next)
    },
    pages(request, response) {
      const ids = namedBy(request.url ?? '/')
      const named = deploys.find(({ id }) => ids.includes(id))
      ;(named ?? current()).pages(request, response)
    },
  }
}

/** Returns which deploys a request may name; none without the file, which the build writes. */
function readSkewProtection(root: string): (address: string) => string[] {
  const json = readOptional(join(root, SKEW_PROTECTION_FILE))
  if (json === undefined) return () => []
  const { patterns, sources } = JSON.parse(json) as SkewProtection
  if (sources.some(({ type }) => type !== 'query')) throw new Error('Only a query names a deploy here')
  const paths = patterns.map((pattern) => new RegExp(pattern))
  return (address) => {
    const [path = '', query = ''] = address.split(/\?(.*)/s)
    if (!paths.some((pattern) => pattern.test(path))) return []
    const named = new URLSearchParams(query)
    return sources.flatMap(({ name }) => named.getAll(name))
  }
}

/** Gives all scripts of a site other names, and with them other content. */
async function renameScripts(site: string, ids: ReadonlyMap<string, string>): Promise<void> {
  const files = await Array.fromAsync(glob('_astro/*.js', { cwd: site }))
  const names = new Set(files.map((file) => basename(file)))
  const renamed = (text: string) =>
    text.replaceAll(/[\w.-]+\.js\b/g, (name) => (names.has(name) ? name.replace(/js$/, 'twin.js') : name))
  const changes = new Map(ids)
  for (const file of files) {
    const path = join(site, file)
    const script = await readFile(path, 'utf8')
    await writeFile(path, renamed(script))
    await rename(path, join(site, renamed(file)))
    changes.set(integrityHash(script), integrityHash(renamed(script)))
  }
  await rewritePages(site, (page) => renamed(replaceAll(page, changes)))
}
