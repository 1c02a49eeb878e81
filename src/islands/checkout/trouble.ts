import { ApiError } from '#lib/api.ts'

/** Returns why a request has failed and what to do; ", or ring us on …" follows. `notFound` is what a 404 means. */
export function troubleOf(error: unknown, notFound: string): string {
  if (!(error instanceof ApiError))
    return 'We cannot connect at the moment. Please check your connection and try again'
  if (error.status === 404) return notFound
  if (error.status === 429)
    return `There have been too many attempts. Please try again ${inMinutes(error.retryAfter)}`
  return 'Something went wrong on our side. Please try again'
}

/** "in 7 minutes" */
function inMinutes(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 1) return 'in a few minutes'
  return minutes === 1 ? 'in a minute' : `in ${minutes} minutes`
}
