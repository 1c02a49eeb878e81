import { ApiError, fieldErrorsOf } from '../../../lib/api.ts'

/** What the server said about a failure; where it said nothing, because no answer came, `otherwise`. */
export function failureSentence(error: unknown, otherwise: string): string {
  return (error instanceof ApiError && error.body?.message) || otherwise
}

export interface Failure {
  sentence: string
  /** The sentences for single fields of a form. */
  fields: Record<string, string>
}

export const failureOf = (error: unknown, otherwise: string): Failure => ({
  sentence: failureSentence(error, otherwise),
  fields: fieldErrorsOf(error),
})
