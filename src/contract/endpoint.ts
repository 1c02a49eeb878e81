import type { GenericSchema, InferInput, InferOutput } from 'valibot'

/** What browser and server agree on for one path. `access` has no default: forgetting it does not compile. */
export interface Endpoint<
  Body extends GenericSchema = GenericSchema,
  Reply extends GenericSchema = GenericSchema,
> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/api/${string}`
  access: 'public' | 'admin'
  body: Body
  reply: Reply
  /** For how long an answer may be given again by the CDN, and then once more while it is fetched anew. */
  cache?: { seconds: number; staleSeconds: number }
  /** The status of a success where it is not always 200. */
  status?(reply: InferInput<Reply>): 200 | 202
}

export type BodyInput<E extends Endpoint> = InferInput<E['body']>
export type Body<E extends Endpoint> = InferOutput<E['body']>
export type Reply<E extends Endpoint> = InferOutput<E['reply']>

export function defineEndpoint<Body extends GenericSchema, Reply extends GenericSchema>(
  endpoint: Endpoint<Body, Reply>,
): Endpoint<Body, Reply> {
  return endpoint
}

/** No request body is longer, in bytes. */
export const BODY_MAX = 64 * 1024
