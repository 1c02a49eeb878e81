import { slowdown } from '#tests/benchmarks/functions/import-times.ts'
import { median, rounded } from '#tests/benchmarks/median.ts'
import { formatTable } from '#tests/benchmarks/report.ts'
import { findRoutes, publicPaths } from '#tests/benchmarks/routes/find-routes.ts'
import { READ } from '#tests/benchmarks/routes/measure-routes.ts'
import {
  CATEGORIES,
  lcpOf,
  runLighthouse,
  startDebuggedBrowser,
  type LighthouseResult,
} from '#tests/benchmarks/speed/lighthouse.ts'
import { serveBare } from '#tests/benchmarks/speed/serve-bare-pages.ts'
import { target, type BenchmarkTarget } from '#tests/benchmarks/target.ts'

/** Medians over the rounds. */
export interface SpeedFigures extends LighthouseResult {
  path: string
  bareLcpMs: number
  /** Largest paint of the page divided by that of its bare text, measured right after it. */
  lcpRatio: number
}

interface Pair {
  ours: LighthouseResult
  bareLcpMs: number
}

/** Slowdown from the machine of the limits to a mid-range phone, Lighthouse's default. */
const PHONE = 4

/** Further looks at a page that misses a target, because the medians of a few looks vary. */
const MORE_LOOKS = 6

/** Measures every public page and its bare text in turn, so that both run under the same load. */
export async function measureSpeed(site: string, url: string, rounds: number): Promise<SpeedFigures[]> {
  const paths = new Set(await publicPaths(site))
  const routes = (await findRoutes(site)).filter(({ path }) => paths.has(path))
  await using bare = await serveBare(routes)
  await using browser = await startDebuggedBrowser()
  const pairs = new Map(routes.map(({ path }): [string, Pair[]] => [path, []]))
  // A browser's first page is slower than any later one.
  await lcpOf(bare.url, browser.port, PHONE)
  const look = async (path: string, seen: Pair[]) => {
    // A shared machine is slow for minutes at a time, and a round takes longer than that.
    const slower = PHONE / (await slowdown())
    const ours = await runLighthouse(url + path, browser.port, slower)
    seen.push({ ours, bareLcpMs: await lcpOf(bare.url + path, browser.port, slower) })
  }
  for (let round = 0; round < rounds; round++) for (const [path, seen] of pairs) await look(path, seen)
  for (const [path, seen] of pairs) {
    const isMissed = speedTargets([figuresOf(path, seen)]).some(({ met }) => !met)
    for (let more = isMissed ? MORE_LOOKS : 0; more > 0; more -= 1) await look(path, seen)
  }
  return [...pairs].map(([path, seen]) => figuresOf(path, seen))
}

function figuresOf(path: string, pairs: Pair[]): SpeedFigures {
  const middle = (pick: (runLighthouse: LighthouseResult) => number) =>
    median(pairs.map(({ ours }) => pick(ours)))
  const score = (of: (typeof CATEGORIES)[number]) => middle(({ scores }) => scores[of])
  return {
    path,
    scores: Object.fromEntries(CATEGORIES.map((each) => [each, score(each)])) as LighthouseResult['scores'],
    short: [...new Set(pairs.flatMap(({ ours }) => ours.short))],
    lcpMs: Math.round(middle(({ lcpMs }) => lcpMs)),
    largest: pairs[0]?.ours.largest ?? '',
    bareLcpMs: Math.round(median(pairs.map(({ bareLcpMs }) => bareLcpMs))),
    lcpRatio: median(pairs.map(({ ours, bareLcpMs }) => ours.lcpMs / bareLcpMs)),
    cls: middle(({ cls }) => cls),
    tbtMs: Math.round(middle(({ tbtMs }) => tbtMs)),
    bytes: middle(({ bytes }) => bytes),
    scriptBytes: middle(({ scriptBytes }) => scriptBytes),
  }
}

const POINTS = 4 * 100

const points = ({ scores }: SpeedFigures) => Object.values(scores).reduce((sum, score) => sum + score, 0)
const hundredths = (value: number) => Math.round(value * 100) / 100

/** One target for several pages, with the worst page's figure. */
export function speedTargets(figures: SpeedFigures[]): BenchmarkTarget[] {
  const worst = (
    pages: SpeedFigures[],
    name: string,
    limit: number,
    unit: string,
    pick: (of: SpeedFigures) => number,
  ) =>
    pages
      .toSorted((a, b) => pick(b) - pick(a))
      .slice(0, 1)
      .map((page) => target(`worst page, ${page.path}: ${name}`, hundredths(pick(page)), limit, unit))
  const [read, others] = [true, false].map((isRead) =>
    figures.filter(({ path }) => READ.test(path) === isRead),
  )
  const paint = 'largest paint over that of bare HTML'
  return [
    ...worst(figures, 'points short of 100/100/100/100', 0, '', (each) => POINTS - points(each)),
    ...worst(read!, `${paint}, pages to read`, 1.25, '×', ({ lcpRatio }) => lcpRatio),
    ...worst(others!, `${paint}, home and shop`, 1.5, '×', ({ lcpRatio }) => lcpRatio),
    ...worst(figures, 'layout shift', 0, '', ({ cls }) => cls),
    ...worst(figures, 'blocked time', 20, 'ms', ({ tbtMs }) => tbtMs),
  ]
}

const HEADS = ['route', 'Lighthouse', 'LCP ms', 'bare ms', '× bare', 'CLS', 'TBT ms', 'KB', 'JS KB']

export function speedTable(figures: SpeedFigures[], rounds: number): string {
  const rows = figures.map((each) => [
    each.path,
    Object.values(each.scores).join('/'),
    each.lcpMs,
    each.bareLcpMs,
    hundredths(each.lcpRatio),
    hundredths(each.cls),
    each.tbtMs,
    rounded(each.bytes / 1000),
    rounded(each.scriptBytes / 1000),
    each.largest.replace(/\s+/g, ' ').slice(0, 40),
    each.short.join(', '),
  ])
  const heads = [...HEADS, 'largest paint', 'short of 100 by']
  const times = rounds === 1 ? 'Looked at once' : `Medians of ${rounds} looks`
  return `${formatTable(heads, rows)}\n${times}, a phone with a slow connection, four times slower than the machine where the limits were set; KB with headers. More: npm run bench -- --lighthouse 5`
}
