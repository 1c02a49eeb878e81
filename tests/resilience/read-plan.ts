import { parseArgs } from 'node:util'
import { PARTS } from '#tests/resilience/parts.ts'

export interface Plan {
  /** Names of parts in playing order. */
  parts: string[]
  /** The first seed; random if missing. */
  from?: number | undefined
  count?: number | undefined
}

const MOST = 999_999_999
const ALL = Object.keys(PARTS)
const COUNTED = ALL.filter((name) => PARTS[name]!.counted)

/** Parses the command line. Returns the plan, or the reason for refusing it. */
export function readPlan(args: string[]): Plan | { refusal: string } {
  try {
    const { values } = parseArgs({
      args: args,
      options: {
        only: { type: 'string', multiple: true, default: ALL },
        from: { type: 'string' },
        count: { type: 'string' },
      },
    })
    const parts = ALL.filter((name) => values.only.includes(name))
    const unknown = values.only.filter((name) => !ALL.includes(name))
    const uncounted = parts.filter((name) => !COUNTED.includes(name))
    const from = numberIn(values.from, 0)
    const count = numberIn(values.count, 1)
    if (unknown.length > 0) {
      return { refusal: `There is no part ${unknown.join(', ')}. There are: ${ALL.join(', ')}.` }
    }
    if (from === 'invalid') {
      return {
        refusal: `--from takes the first seed, a whole number from 0 to ${MOST}, not “${values.from}”.`,
      }
    }
    if (count === 'invalid') {
      return { refusal: `--count takes a whole number from 1 to ${MOST}, not “${values.count}”.` }
    }
    if (count !== undefined && uncounted.length > 0) {
      return {
        refusal: `--count does not apply to ${uncounted.join(', ')}. Name with --only what it applies to: ${COUNTED.join(', ')}.`,
      }
    }
    return { parts, from, count }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const [sentence] = error.message.split(/\.\s/)
    return { refusal: `${sentence}. There are --only, --from and --count, each with a value.` }
  }
}

/** Accepts no leading zeros, signs or exponents, so that the printed command equals the typed one. */
function numberIn(text: string | undefined, min: number): number | 'invalid' | undefined {
  if (text === undefined) return undefined
  const number = Number(text)
  return String(number) === text && Number.isInteger(number) && number >= min && number <= MOST
    ? number
    : 'invalid'
}

/** Returns the command that plays the same again. */
export function commandFor({ parts, from, count }: Plan & { from: number }): string {
  const only = parts.length < ALL.length ? parts.map((name) => `--only ${name} `) : []
  return `npm run test:resilience -- ${only.join('')}--from ${from}${count === undefined ? '' : ` --count ${count}`}`
}
