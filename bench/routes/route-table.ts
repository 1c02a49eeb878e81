import { rounded } from '../median.ts'
import { table } from '../table.ts'
import { target, type Target } from '../target.ts'
import type { RouteFigures } from './routes.ts'

const HOME_SCRIPT_KB = 5

const kilobytes = (bytes: number) => rounded(bytes / 1000)
const sum = (weights: Record<string, number>) => Object.values(weights).reduce((a, b) => a + b, 0)

/** Of the home page: what comes before the voucher section is reached. */
export function routeTargets(figures: RouteFigures[]): Target[] {
  const home = figures.filter(({ path }) => path === '/')
  return home.map(({ path, viewport, scriptOnLoad }) =>
    target(`${path} on a ${viewport}: JavaScript on load`, kilobytes(scriptOnLoad), HOME_SCRIPT_KB, 'KB'),
  )
}

const HEADS = ['route', 'viewport', 'document', 'CSS', 'fonts', 'pictures', 'film', 'on load', 'scrolled']
const SCRIPTS = ['JS on load', 'JS scrolled', 'JS reachable', 'elsewhere']

export function routeTable(figures: RouteFigures[]): string {
  const rows = figures.map((each) => [
    each.path,
    each.viewport,
    ...[each.onLoad.document, each.onLoad.css, each.onLoad.fonts, each.onLoad.pictures].map(kilobytes),
    kilobytes(each.onLoad.film),
    ...[sum(each.onLoad), sum(each.afterScroll)].map(kilobytes),
    ...[each.scriptOnLoad, each.scriptAfterScroll, each.scriptReachable].map(kilobytes),
    each.elsewhere.length,
  ])
  return `${table([...HEADS, ...SCRIPTS], rows)}\nKB as sent (brotli); JavaScript includes what stands in the page.`
}
