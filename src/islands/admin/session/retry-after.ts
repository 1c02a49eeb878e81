import type { ApiError } from '../../../lib/api.ts'

/** A sentence about a refusal and, where the server named a time, how long to wait. */
export function withWait(sentence: string, { retryAfter }: ApiError): string {
  return retryAfter > 0 ? `${sentence} You can try again in ${inWords(retryAfter)}.` : sentence
}

function inWords(seconds: number): string {
  if (seconds < 60) return counted(seconds, 'second')
  return counted(Math.ceil(seconds / 60), 'minute')
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
