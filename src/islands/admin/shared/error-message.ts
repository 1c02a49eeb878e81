import { ApiError, fieldErrorsOf } from '../../../lib/api.ts'

/** What the server said about a failure; where it said nothing, because no answer came, `otherwise`. */
export function errorMessage(error: unknown, otherwise: string): string {
  return (error instanceof ApiError && error.body?.message) || otherwise
}

export interface Failure {
  message: string
  /** The sentences for single fields of a form. */
  fields: Record<string, string>
}

export const toFailure = (error: unknown, otherwise: string): Failure => ({
  message: errorMessage(error, otherwise),
  fields: fieldErrorsOf(error),
})
