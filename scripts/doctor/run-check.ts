import { setTimeout } from 'node:timers/promises'
import { unseen, type Check, type Finding } from '#scripts/doctor/finding.ts'
import { DomainError } from '#server/domain-error.ts'

/** A little more than two attempts of the slowest client (ms). */
const LIMIT_MS = 15_000

class CheckTimeout extends Error {}

/** Runs a check with a timeout. Returns its findings; an error or the timeout is a finding, too. */
export async function runCheck(
  { run: look, explain: meaning }: Check,
  limitMs = LIMIT_MS,
): Promise<Finding[]> {
  const found = new AbortController()
  const late = setTimeout(limitMs, undefined, { signal: found.signal }).then(() =>
    Promise.reject(new CheckTimeout()),
  )
  try {
    return await Promise.race([Promise.resolve().then(look), late])
  } catch (error) {
    return [
      error instanceof DomainError
        ? missingSetting(error)
        : (meaning?.(error) ?? couldNotRun(error, limitMs)),
    ]
  } finally {
    found.abort()
  }
}

const missingSetting = ({ detail }: DomainError) =>
  unseen(`${detail}, so there is nothing to look at.`, 'see Settings above.')

function couldNotRun(error: unknown, limitMs: number): Finding {
  const why =
    error instanceof CheckTimeout
      ? `there was no answer within ${limitMs / 1000} seconds`
      : describeError(error)
  return unseen(
    `This could not be looked at: ${why}.`,
    'run this again; if it stays like this, see whether the provider reports a fault.',
  )
}

/** Returns the class and code of an error, not its message, which may quote a secret. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'an error without a name'
  return 'code' in error && typeof error.code === 'string' ? `${error.name} ${error.code}` : error.name
}
