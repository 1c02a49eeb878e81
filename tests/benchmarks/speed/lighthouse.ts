import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import lighthouse, { type Flags, type Result } from 'lighthouse'
import { findChromium } from '#local/browsers.mjs'
import { ALONE } from '#tests/harness/open-browser.ts'

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof CATEGORIES)[number]

/** Result of one look on a mid-range phone with a slow connection. */
export interface LighthouseResult {
  /** Of 100. */
  scores: Record<Category, number>
  /** The audits that keep a category below 100. */
  short: string[]
  lcpMs: number
  /** The text of the largest paint. */
  largest: string
  cls: number
}

export async function runLighthouse(url: string, port: number): Promise<LighthouseResult> {
  const lhr = await report(url, port, { onlyCategories: [...CATEGORIES] })
  const score = (category: Category) => Math.round((lhr.categories[category]?.score ?? 0) * 100)
  const scores = Object.fromEntries(
    CATEGORIES.map((each) => [each, score(each)]),
  ) as LighthouseResult['scores']
  return {
    scores,
    short: CATEGORIES.filter((each) => scores[each] < 100).flatMap((each) => shortfalls(lhr, each)),
    lcpMs: figure(lhr, 'largest-contentful-paint'),
    largest: items(lhr, 'lcp-breakdown-insight').map(labelOf).join(''),
    cls: figure(lhr, 'cumulative-layout-shift'),
  }
}

/** Returns the time of the largest paint (ms). */
export async function lcpOf(url: string, port: number): Promise<number> {
  const lhr = await report(url, port, { onlyAudits: ['largest-contentful-paint'] })
  return figure(lhr, 'largest-contentful-paint')
}

/** Repeats the run if Chromium's trace lacks its beginning, which happens now and then. */
async function report(url: string, port: number, only: Flags, repeats = 5): Promise<Result> {
  const quietly = { port, logLevel: 'error', disableFullPageScreenshot: true } as const
  const answer = await lighthouse(url, { ...quietly, ...only })
  const error = answer?.lhr.runtimeError
  if (error?.code === 'NO_NAVSTART' && repeats > 0) return report(url, port, only, repeats - 1)
  if (!answer || error) throw new Error(`Lighthouse could not look at ${url}: ${error?.message}`)
  return answer.lhr
}

const figure = (lhr: Result, audit: string) => lhr.audits[audit]?.numericValue ?? Number.NaN

type Item = Record<string, unknown>

function items(lhr: Result, audit: string): Item[] {
  const { details } = lhr.audits[audit] ?? {}
  return details && 'items' in details ? (details.items as Item[]) : []
}

const labelOf = ({ nodeLabel }: Item) => (typeof nodeLabel === 'string' ? nodeLabel : '')

function shortfalls(lhr: Result, category: Category): string[] {
  const weighed = lhr.categories[category]?.auditRefs.filter(({ weight }) => weight > 0) ?? []
  return weighed.map(({ id }) => id).filter((id) => (lhr.audits[id]?.score ?? 1) < 1)
}

/** Starts a Chromium with the debugging port that Lighthouse needs. */
export async function startDebuggedBrowser() {
  const profile = await mkdtemp(join(tmpdir(), 'meridian-chromium-'))
  const own = ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`, '--no-first-run']
  const child = spawn(findChromium() ?? 'chromium', [...ALONE, ...own, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const close = async () => {
    if (child.exitCode === null && child.kill()) await once(child, 'close')
    await rm(profile, { recursive: true, maxRetries: 5 })
  }
  return { port: await portOf(child), [Symbol.asyncDispose]: close }
}

function portOf({ stderr }: ChildProcess): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  let said = ''
  stderr?.on('data', (text: Buffer) => {
    said += String(text)
    const port = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(said)?.[1]
    if (port) resolve(Number(port))
  })
  stderr?.on('end', () => reject(new Error(`Chromium did not start:\n${said}`)))
  return promise
}
