import type { StripeRoute } from '#local/stripe/route.ts'
import { Refusal } from '#local/stripe/stripe-errors.ts'
import { requireKey, type KeyKind } from '#local/stripe/stripe-keys.ts'
import { ROUTES } from '#local/stripe/stripe-routes.ts'

export interface RouteMatch {
  route: StripeRoute
  id: string
  run: StripeRoute['run']
}

const PATTERNS = ROUTES.map((route) => ({ route, pattern: new URLPattern({ pathname: route.path }) }))

export function findStripeRoute(method: string, path: string, kind: KeyKind): RouteMatch {
  const match = PATTERNS.find(
    ({ route, pattern }) => route.method === method && pattern.test({ pathname: path }),
  )
  requireKey(kind, match === undefined || match.route.publishable !== undefined)
  if (!match) throw unrecognized(method, path)
  const { route, pattern } = match
  const id = pattern.exec({ pathname: path })?.pathname.groups['id'] ?? ''
  return {
    route,
    id: decodeURIComponent(id),
    run: kind === 'publishable' ? (route.publishable ?? route.run) : route.run,
  }
}

/** In Stripe's format, because only then does the SDK throw. */
function unrecognized(method: string, path: string) {
  const message = `Unrecognized request URL (${method}: ${path}). The stand-in for Stripe does not have it.`
  return new Refusal(404, { type: 'invalid_request_error', message })
}
