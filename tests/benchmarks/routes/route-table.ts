import { rounded } from '../median.ts'
import { table } from '../table.ts'
import { target, type Target } from '../target.ts'
import type { RouteFigures } from './routes.ts'

/** Pages where one only reads may load less than those where one buys. */
const READ = /^\/(therapy\/|practitioner|privacy-policy|terms-conditions|cookie-policy)/
const READ_SCRIPT_KB = 2
const HOME_SCRIPT_KB = 5
const HOME_KB = 150
const FONTS_KB = 80
/** All of it that loads by itself: a dialog's own comes when it opens. */
const SHOP_SCRIPT_KB = 75

const kilobytes = (bytes: number) => rounded(bytes / 1000)
const sum = (weights: Record<string, number>) => Object.values(weights).reduce((a, b) => a + b, 0)

export function routeTargets(figures: RouteFigures[], fontBytes: number): Target[] {
  const worst = (pages: RegExp, what: string, limit: number, pick: (of: RouteFigures) => number) =>
    figures
      .filter(({ path }) => pages.test(path))
      .toSorted((a, b) => pick(b) - pick(a))
      .slice(0, 1)
      .map((each) =>
        target(`${each.path} on a ${each.viewport}: ${what}`, kilobytes(pick(each)), limit, 'KB'),
      )
  return [
    ...worst(
      READ,
      'JavaScript on load, worst of what is read',
      READ_SCRIPT_KB,
      ({ scriptOnLoad }) => scriptOnLoad,
    ),
    ...worst(/^\/$/, 'JavaScript on load', HOME_SCRIPT_KB, ({ scriptOnLoad }) => scriptOnLoad),
    ...worst(/^\/$/, 'all on load but the film', HOME_KB, ({ onLoad }) => sum(onLoad) - onLoad.film),
    ...worst(
      /^\/shop$/,
      'JavaScript before a dialog opens',
      SHOP_SCRIPT_KB,
      (each) => each.scriptAfterScroll,
    ),
    target('all fonts', kilobytes(fontBytes), FONTS_KB, 'KB'),
  ]
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
