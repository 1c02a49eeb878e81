import type { Body, Endpoint, Reply } from '#contract/endpoint'
import { database } from '../clients/database.ts'
import { type ClientFactories, openServices, type OpenedServices } from '../clients/services.ts'
import type { RequestContext } from './request-context.ts'
import { requireAdmin } from './require-admin.ts'
import { serve } from './serve.ts'

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
