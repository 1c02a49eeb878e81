import type { Body, Endpoint, Reply } from '#contract/endpoint.ts'
import { database } from '#server/clients/database.ts'
import { openServices, type ClientFactories, type OpenedServices } from '#server/clients/services.ts'
import type { RequestContext } from '#server/http/request-context.ts'
import { requireAdmin } from '#server/http/require-admin.ts'
import { serve } from '#server/http/serve.ts'

type Opened<Given extends ClientFactories> = OpenedServices<Given & { db: typeof database }>

/** Serves an endpoint for signed-in admins. The handler gets the database, clock, random values and `clients`. */
export function adminEndpoint<E extends Endpoint, Given extends ClientFactories = { db: typeof database }>(
  endpoint: E,
  handler: (services: Opened<Given>, body: Body<E>, context: RequestContext<E>) => Promise<Reply<E>>,
  clients?: Given,
) {
  const services = openServices({ db: database, ...clients }) as Opened<Given>
  return serve(endpoint, (body, context) => handler(services, body, context), requireAdmin(services))
}
