import { ApiError, fieldErrorsOf } from '#lib/api.ts'
import type { ActionError } from '#ui/FormDialog.tsx'

/** Returns the server's error message, or `fallback` if there was no response with one. */
export function errorMessage(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.body?.message) || fallback
}

export const toActionError = (error: unknown, fallback: string): Required<ActionError> => ({
  message: errorMessage(error, fallback),
  fields: fieldErrorsOf(error),
  code: error instanceof ApiError ? error.body?.code : undefined,
})

/** Appends the waiting time to a message, if the server gave one. */
export function withRetryAfter(message: string, { retryAfter }: ApiError): string {
  return retryAfter > 0 ? `${message} You can try again in ${formatWait(retryAfter)}.` : message
}

function formatWait(seconds: number): string {
  if (seconds < 60) return plural(seconds, 'second')
  return plural(Math.ceil(seconds / 60), 'minute')
}

function plural(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
