import type { Browser, Locator, Page } from 'playwright'
import { asVisitor } from '#tests/e2e/fixtures.ts'
import type { Journey, VisitorData } from '#tests/resilience/latency/journeys/journey.ts'
import { journeysIn } from '#tests/resilience/latency/journeys/journeys.ts'
import { readFields, readStatusTexts, removeTexts } from '#tests/resilience/latency/journeys/status-text.ts'

/** The longest wait for success or a message (ms). */
const LONGEST = 25_000
/** Playwright's timeout on a busy machine (ms). */
const PATIENCE = 60_000
const PICTURES = /\.(avif|webp|jpg|png|svg|webm|mp4|woff2)$/

/** What a visitor saw; `read` is undefined on success. */
export interface Visit {
  journeyName: string
  read: string | undefined
  seconds: number
  /** Sentences about what was wrong. */
  wrong: string[]
}

export interface LatencyVisitor {
  journeyName: string
  journey: Journey
  page: Page
}

interface SiteOptions {
  delay: string
  ready: VisitorData & { site: string }
}

/** Opens a browser context for each journey, without images and fonts, and prepares it. */
export const openVisitors = (browser: Browser, { delay, ready }: SiteOptions): Promise<LatencyVisitor[]> =>
  Promise.all(
    journeysIn(delay).map(async ([journeyName, journey]) => {
      const context = await browser.newContext({
        baseURL: ready.site,
        locale: 'en-GB',
        reducedMotion: 'reduce',
      })
      context.setDefaultTimeout(PATIENCE)
      const page = await context.newPage()
      await asVisitor(page)
      await page.route(PICTURES, (route) => route.abort())
      await journey.prepare(page, ready).catch((error: unknown) => {
        throw new Error(`with ${delay}, nobody could get ready to ${journeyName}`, { cause: error })
      })
      return { journeyName, journey, page }
    }),
  )

/** Presses and judges what is shown. `allowed`: texts that may be shown instead of success. */
export async function pressAndJudge(
  { journeyName, journey, page }: LatencyVisitor,
  allowed: string[],
): Promise<Visit> {
  const [before, typed] = [new Set(await readStatusTexts(page)), await readFields(page)]
  const began = performance.now()
  await journey.press(page)
  const sentences = allowed.map((sentence) => page.getByText(sentence).filter({ visible: true }).first())
  const anyResult = sentences.reduce((one, other) => one.or(other), journey.done(page)).first()
  const shown = await anyResult.waitFor({ timeout: LONGEST }).then(
    () => true,
    () => false,
  )
  const seconds = (performance.now() - began) / 1000
  await settled(page, LONGEST - seconds * 1000)
  const visit = { journeyName, seconds, wrong: [] }
  if (shown && (await journey.done(page).isVisible())) return { ...visit, read: undefined }
  const said = (await readStatusTexts(page)).filter((text) => !before.has(text))
  const read = said.join(' / ')
  if (!shown) return { ...visit, read, wrong: [`nothing that may be read came within 25 s, but “${read}”`] }
  const wrongTexts = said.filter((text) => removeTexts(text, allowed) !== '')
  return {
    ...visit,
    read,
    wrong: [
      ...wrongTexts.map((text) => `“${text}” was read`),
      ...((await readFields(page)) === typed
        ? []
        : [`what was typed is gone, now there is ${await readFields(page)}`]),
      ...((await isUsable(journey.retryButton(page))) ? [] : ['there is no button to go on with']),
    ],
  }
}

/** Waits until nothing is pending, which may be after a toast appeared. */
const settled = (page: Page, timeout: number) =>
  page
    .getByText('One moment...', { exact: true })
    .filter({ visible: true })
    .first()
    .waitFor({ state: 'hidden', timeout: Math.max(1, timeout) })
    .catch(() => {})

const isUsable = (button: Locator) => button.isEnabled({ timeout: 1000 }).catch(() => false)

/** Finishes the journey after the delay, with the retry button if needed. Returns what went wrong. */
export async function finishJourney({ journey, page }: LatencyVisitor): Promise<string[]> {
  try {
    const [done, retryButton] = [journey.done(page), journey.retryButton(page)]
    await done.or(retryButton).first().waitFor()
    if (!(await done.isVisible())) await retryButton.click()
    await done.waitFor()
    await journey.finish?.(page)
    return []
  } catch (error) {
    const read = (await readStatusTexts(page)).join(' / ')
    return [`it did not go on when the world was well again, but said “${read}”: ${firstLine(error)}`]
  }
}

const firstLine = (error: unknown) => String(error).split('\n')[0]
