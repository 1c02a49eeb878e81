import type { ApiError } from '../../../lib/api.ts'

/** A sentence about a refusal and, where the server named a time, how long to wait. */
export function withRetryAfter(sentence: string, { retryAfter }: ApiError): string {
  return retryAfter > 0 ? `${sentence} You can try again in ${formatWait(retryAfter)}.` : sentence
}

function formatWait(seconds: number): string {
  if (seconds < 60) return plural(seconds, 'second')
  return plural(Math.ceil(seconds / 60), 'minute')
}

function plural(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
