import { median } from '../median.ts'
import { findRoutes } from '../routes/find-routes.ts'
import { slowdown } from '../slowdown.ts'
import { startDebuggedBrowser } from './debugged-browser.ts'
import { CATEGORIES, look, lcpOf, type Look } from './lighthouse.ts'
import { publicPaths } from './public-paths.ts'
import { serveBare } from './serve-bare.ts'

/** Medians over the rounds. */
export interface SpeedFigures extends Look {
  path: string
  bareLcpMs: number
  /** The page's largest paint over that of its bare text, looked at right after it. */
  lcpRatio: number
}

interface Pair {
  ours: Look
  bareLcpMs: number
}

/** A middling phone is that many times slower than the machine where the limits were set: Lighthouse's own figure. */
const PHONE = 4

/** Every public page and its bare text in turn, so that both meet the same machine. */
export async function measureSpeed(site: string, url: string, rounds: number): Promise<SpeedFigures[]> {
  const paths = new Set(await publicPaths(site))
  const routes = (await findRoutes(site)).filter(({ path }) => paths.has(path))
  await using bare = await serveBare(routes)
  await using browser = await startDebuggedBrowser()
  const pairs = new Map(routes.map(({ path }): [string, Pair[]] => [path, []]))
  // A browser's first page is slower than any later one.
  await lcpOf(bare.url, browser.port, PHONE)
  for (let round = 0; round < rounds; round++) {
    const slower = PHONE / (await slowdown())
    for (const [path, seen] of pairs) {
      const ours = await look(url + path, browser.port, slower)
      seen.push({ ours, bareLcpMs: await lcpOf(bare.url + path, browser.port, slower) })
    }
  }
  return [...pairs].map(([path, seen]) => figuresOf(path, seen))
}

function figuresOf(path: string, pairs: Pair[]): SpeedFigures {
  const middle = (pick: (look: Look) => number) => median(pairs.map(({ ours }) => pick(ours)))
  const score = (of: (typeof CATEGORIES)[number]) => middle(({ scores }) => scores[of])
  return {
    path,
    scores: Object.fromEntries(CATEGORIES.map((each) => [each, score(each)])) as Look['scores'],
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
