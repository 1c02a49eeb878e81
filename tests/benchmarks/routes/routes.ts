import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { findRoutes, type Route } from './find-routes.ts'
import { type Kind, kindOf, KINDS } from './kinds.ts'
import { openBrowser } from '../../harness/open-browser.ts'
import { inlineScriptWeight, reachableScriptWeight } from './page-scripts.ts'
import { visit } from './visit.ts'
import { weightOf } from './weight.ts'

const VIEWPORTS = { phone: { width: 360, height: 740 }, desktop: { width: 1440, height: 900 } }

export interface RouteFigures {
  path: string
  viewport: string
  /** Bytes as they are sent, scripts in the page counted with `document`. */
  onLoad: Record<Kind, number>
  afterScroll: Record<Kind, number>
  /** JavaScript, that in the page included. */
  scriptOnLoad: number
  scriptAfterScroll: number
  scriptReachable: number
  /** What was asked of other sites. */
  elsewhere: string[]
}

/** Visits every page of the built site that is served at the address. */
export async function measureRoutes(site: string, url: string): Promise<RouteFigures[]> {
  const browser = await openBrowser()
  try {
    const figures: RouteFigures[] = []
    for (const route of await findRoutes(site)) {
      for (const viewport of Object.keys(VIEWPORTS)) {
        figures.push(await measure(browser, site, url, route, viewport as keyof typeof VIEWPORTS))
      }
    }
    return figures
  } finally {
    await browser.close()
  }
}

async function measure(
  browser: Browser,
  site: string,
  url: string,
  route: Route,
  viewport: keyof typeof VIEWPORTS,
): Promise<RouteFigures> {
  const { onLoad, afterScroll } = await visit(browser, url + route.path, VIEWPORTS[viewport])
  const inPage = await inlineScriptWeight(route)
  const [first, all] = await Promise.all([onLoad, afterScroll].map((asked) => weigh(site, url, asked)))
  return {
    path: route.path,
    viewport,
    onLoad: first!,
    afterScroll: all!,
    scriptOnLoad: inPage + first!.script,
    scriptAfterScroll: inPage + all!.script,
    scriptReachable: inPage + (await reachableScriptWeight(site, route)),
    elsewhere: afterScroll.filter((address) => /^https?:/.test(address) && !address.startsWith(`${url}/`)),
  }
}

async function weigh(site: string, url: string, asked: string[]): Promise<Record<Kind, number>> {
  const sums = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<Kind, number>
  for (const address of asked) {
    const file = fileOf(site, url, address)
    if (file) sums[kindOf(file)] += await weightOf(file)
  }
  return sums
}

/** Answers of functions are no files, and weigh next to nothing. */
function fileOf(site: string, url: string, address: string): string | undefined {
  if (!address.startsWith(`${url}/`)) return undefined
  const path = decodeURI(new URL(address).pathname)
  const names = path.endsWith('/') ? [`${path}index.html`] : [path, `${path}.html`]
  return names
    .map((name) => join(site, name))
    .find((file) => statSync(file, { throwIfNoEntry: false })?.isFile())
}
