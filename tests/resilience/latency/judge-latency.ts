import { JOURNEYS } from './journeys/journeys.ts'
import type { Visit } from './journeys/visit.ts'
import type { TimedResponse, Result } from './play-latency.ts'
import { DELAYS } from './delays.ts'

export interface SlowResult extends Result {
  delay: string
  visits: Visit[]
}

/** No visitor waits longer, in seconds. */
const LONGEST = 25
/** Netlify ends a scheduled function after this, in seconds. */
const SCHEDULE_LONGEST = 30
/** Whose right answer is a refusal: there is no such link. */
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
  const honest = DELAYS[delay]!.allowedTexts(name).includes(message)
  return honest ? late : [...late, `${name} answered ${status}: ${message}`]
}

/** Where somebody was, what they saw was right, and whoever was to get something got it once. */
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
