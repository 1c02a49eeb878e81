import type { Config, Context } from '@netlify/functions'
import { endpoints } from '#contract/endpoints.ts'
import { POSTMARK_WEBHOOK } from '#server/clients/postmark-webhook.ts'
import { DomainError } from '#server/domain-error.ts'
import { handleRequest } from '#server/http/response.ts'

/** Answers an unknown path below /api in the shape of every error of the API, not with the page "not found". */
export default (_: Request, context: Context) =>
  handleRequest('/api/*', context, () =>
    Promise.reject(new DomainError('not_found', 'There is no such endpoint.')),
  )
export const config: Config = {
  path: '/api/*',
  excludedPath: [
    ...new Set<`/${string}`>([
      ...Object.values(endpoints).map(({ path }) => path),
      '/api/stripe-webhook',
      POSTMARK_WEBHOOK.path,
    ]),
  ],
}
