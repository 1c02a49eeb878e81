import { DELAYS } from '#tests/resilience/latency/delays.ts'
import { JOURNEYS } from '#tests/resilience/latency/journeys/journeys.ts'
import type { Visit } from '#tests/resilience/latency/journeys/visitor.ts'
import type { LatencyResult, TimedResponse } from '#tests/resilience/latency/play-latency.ts'

export interface SlowResult extends LatencyResult {
  delay: string
  visits: Visit[]
}

/** The longest wait of a visitor (s). */
const LONGEST = 25
/** Netlify's limit for a scheduled function (s). */
const SCHEDULE_LONGEST = 30
/** Endpoints for which an error is right, because the link does not exist. */
const REFUSED = new Set(['resetPassword', 'endSessions'])

export function judgeAnswers({ delay, responses, broken }: SlowResult): string[] {
  return [...responses.flatMap((answer) => problemsOf(delay, answer)), ...broken].map(
    (sentence) => `with ${delay}, ${sentence}`,
  )
}

function problemsOf(delay: string, { name, seconds, status, message }: TimedResponse): string[] {
  const longest = name === 'the schedule' ? SCHEDULE_LONGEST : LONGEST
  const late = seconds > longest ? [`${name} took ${seconds.toFixed(1)} s`] : []
  if (status < 400 || (status < 500 && REFUSED.has(name))) return late
  const isAllowed = DELAYS[delay]!.allowedTexts(name).includes(message)
  return isAllowed ? late : [...late, `${name} answered ${status}: ${message}`]
}

/** Checks what visitors saw, and that each got their result exactly once. */
export function judgeVisits({ delay, visits, results }: SlowResult): string[] {
  return visits.flatMap(({ journeyName, wrong }) => {
    const { email } = JOURNEYS[journeyName]!
    const times = email === undefined ? 1 : (results[email] ?? 0)
    return [...wrong, ...(times === 1 ? [] : [`it was done ${times} times`])].map(
      (sentence) => `with ${delay}, in the browser, to ${journeyName}: ${sentence}`,
    )
  })
}

export function describeAnswers({ delay, responses }: SlowResult): string {
  const slowest = responses.toSorted((one, other) => other.seconds - one.seconds)[0]!
  const failed = responses.filter(({ status }) => status >= 500).length
  return `With ${delay}: ${responses.length - failed} of ${responses.length} did what they were asked, ${failed} said why not; the longest wait was ${slowest.seconds.toFixed(1)} s, for ${slowest.name}.`
}

export function describeVisits({ visits }: SlowResult): string[] {
  if (visits.length === 0) return []
  const read = visits.flatMap((visit) =>
    visit.read === undefined ? [] : [`to ${visit.journeyName} read “${visit.read}”`],
  )
  const slowest = Math.max(...visits.map(({ seconds }) => seconds))
  return [
    `In the browser: ${[`${visits.length - read.length} of ${visits.length} journeys went through`, ...read].join('; ')}; nobody waited longer than ${slowest.toFixed(1)} s.`,
  ]
}
