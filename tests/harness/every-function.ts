import type { Context } from '@netlify/functions'
import type { Endpoint } from '#contract/base/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { buyingEndpoints } from '#contract/endpoints/buying.ts'
import { passkeysEndpoints } from '#contract/endpoints/passkeys.ts'
import { portalEndpoints } from '#contract/endpoints/portal.ts'
import { publicEndpoints } from '#contract/endpoints/public.ts'
import { pictureEndpoints } from '#contract/products/pictures.ts'
import buying from '#functions/buying.mts'
import createPaymentIntent from '#functions/create-payment-intent.mts'
import login from '#functions/login.mts'
import passkeys from '#functions/passkeys.mts'
import pictures from '#functions/pictures.mts'
import portal from '#functions/portal.mts'
import publicFunction from '#functions/public.mts'
import webhooks from '#functions/webhooks.mts'
import { POSTMARK_WEBHOOK, STRIPE_WEBHOOK_PATH } from '#server/clients/webhook-paths.ts'

type Name = keyof typeof endpoints
type Handler = (request: Request, context: Context) => Promise<Response>

/** Sends a request to the path of an endpoint, with the parameters of the context in it and the query of the request. */
const sendTo =
  (handler: Handler, path: string): Handler =>
  (request, context) => {
    const own = path.replaceAll(/:(\w+)/g, (whole, name: string) => context.params[name] ?? whole)
    const { origin, search } = new URL(request.url)
    return handler(new Request(`${origin}${own}${search}`, request), context)
  }

const sendAll = <Names extends string>(handler: Handler, group: Record<Names, Endpoint>) =>
  Object.fromEntries(
    Object.entries<Endpoint>(group).map(([name, { path }]) => [name, sendTo(handler, path)]),
  ) as Record<Names, Handler>

/** Each endpoint, and the webhooks, by the function that serves it. */
export const functions: Record<Name | 'stripeWebhook' | 'postmarkWebhook', Handler> = {
  ...sendAll(publicFunction, publicEndpoints),
  ...sendAll(buying, buyingEndpoints),
  ...sendAll(portal, portalEndpoints),
  ...sendAll(pictures, pictureEndpoints),
  ...sendAll(passkeys, passkeysEndpoints),
  login: sendTo(login, endpoints.login.path),
  createPaymentIntent: sendTo(createPaymentIntent, endpoints.createPaymentIntent.path),
  stripeWebhook: sendTo(webhooks, STRIPE_WEBHOOK_PATH),
  postmarkWebhook: sendTo(webhooks, POSTMARK_WEBHOOK.path),
}
