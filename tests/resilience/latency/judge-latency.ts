import { JOURNEYS } from './journeys/journeys.ts'
import type { Visit } from './journeys/visit.ts'
import type { Answered, Result } from './play-latency.ts'
import { SLOWNESSES } from './delays.ts'

export interface SlowResult extends Result {
  slowness: string
  visits: Visit[]
}

/** No visitor waits longer, in seconds. */
const LONGEST = 25
/** Netlify ends a scheduled function after this, in seconds. */
const SCHEDULE_LONGEST = 30
/** Whose right answer is a refusal: there is no such link. */
const REFUSED = new Set(['resetPassword', 'endSessions'])

export function judgeAnswers({ slowness, answers, broken }: SlowResult): string[] {
  return [...answers.flatMap((answer) => complaints(slowness, answer)), ...broken].map(
    (sentence) => `with ${slowness}, ${sentence}`,
  )
}

function complaints(slowness: string, { name, seconds, status, message }: Answered): string[] {
  const longest = name === 'the schedule' ? SCHEDULE_LONGEST : LONGEST
  const late = seconds > longest ? [`${name} took ${seconds.toFixed(1)} s`] : []
  if (status < 400 || (status < 500 && REFUSED.has(name))) return late
  const honest = SLOWNESSES[slowness]!.says(name).includes(message)
  return honest ? late : [...late, `${name} answered ${status}: ${message}`]
}

/** Where somebody was, what they saw was right, and whoever was to get something got it once. */
export function judgeVisits({ slowness, visits, got }: SlowResult): string[] {
  return visits.flatMap(({ wanted, wrong }) => {
    const { who } = JOURNEYS[wanted]!
    const times = who === undefined ? 1 : (got[who] ?? 0)
    return [...wrong, ...(times === 1 ? [] : [`it was done ${times} times`])].map(
      (sentence) => `with ${slowness}, in the browser, to ${wanted}: ${sentence}`,
    )
  })
}

export function describeAnswers({ slowness, answers }: SlowResult): string {
  const slowest = answers.toSorted((one, other) => other.seconds - one.seconds)[0]!
  const failed = answers.filter(({ status }) => status >= 500).length
  return `With ${slowness}: ${answers.length - failed} of ${answers.length} did what they were asked, ${failed} said why not; the longest wait was ${slowest.seconds.toFixed(1)} s, for ${slowest.name}.`
}

export function describeVisits({ visits }: SlowResult): string[] {
  if (visits.length === 0) return []
  const read = visits.flatMap((visit) =>
    visit.read === undefined ? [] : [`to ${visit.wanted} read “${visit.read}”`],
  )
  const slowest = Math.max(...visits.map(({ seconds }) => seconds))
  return [
    `In the browser: ${[`${visits.length - read.length} of ${visits.length} journeys went through`, ...read].join('; ')}; nobody waited longer than ${slowest.toFixed(1)} s.`,
  ]
}
