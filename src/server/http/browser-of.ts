import type { Endpoint } from '#contract/base/endpoint.ts'
import type { BrowserInfo } from '#server/auth/sign-in.ts'
import type { RequestContext } from '#server/http/request-context.ts'

/** Returns what signing in and proving oneself look at. */
export const browserOf = ({
  addressKey,
  cookie,
  headers,
}: Pick<RequestContext<Endpoint>, 'addressKey' | 'cookie' | 'headers'>): BrowserInfo => ({
  addressKey,
  device: cookie('device'),
  session: cookie('session'),
  userAgent: headers.get('user-agent') ?? '',
})
