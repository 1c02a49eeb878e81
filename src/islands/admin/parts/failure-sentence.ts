import { ApiError } from '../../../lib/api.ts'

/** What the server said about a failure; where it said nothing, because no answer came, `otherwise`. */
export function failureSentence(error: unknown, otherwise: string): string {
  return (error instanceof ApiError && error.body?.message) || otherwise
}
