import type { GenericSchema, InferInput, InferOutput } from 'valibot'

type Nothing = GenericSchema<Record<string, never>>

/** What browser and server agree on for one path. `access` has no default: forgetting it does not compile. */
export interface Endpoint<
  Body extends GenericSchema = GenericSchema,
  Reply extends GenericSchema = GenericSchema,
  Params extends GenericSchema = GenericSchema,
  Query extends GenericSchema = GenericSchema,
> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/api/${string}`
  access: 'public' | 'admin'
  /** What stands in the path for `:id` and the like. */
  params?: Params
  /** What may stand behind the question mark. */
  query?: Query
  body: Body
  reply: Reply
  /** The body is not JSON but the bytes of a file, and arrives as a `Blob`. */
  raw?: RawBody
  /** Another endpoint has this path, with another method. */
  sharesPath?: true
  /** For how long an answer may be given again by the CDN, and then once more while it is fetched anew. */
  cache?: { seconds: number; staleSeconds: number }
  /** The status of a success where it is not always 200. */
  status?(reply: InferInput<Reply>): 200 | 202
}

export interface RawBody {
  types: readonly string[]
  /** In bytes. */
  max: number
  /** Sentences for what is none of the types, and for what is too large. */
  otherType: string
  tooLarge: string
}

export type BodyInput<E extends Endpoint> = InferInput<E['body']>
export type Body<E extends Endpoint> = InferOutput<E['body']>
export type Reply<E extends Endpoint> = InferOutput<E['reply']>
export type ParamsInput<E extends Endpoint> = InferInput<NonNullable<E['params']>>
export type Params<E extends Endpoint> = InferOutput<NonNullable<E['params']>>
export type QueryInput<E extends Endpoint> = InferInput<NonNullable<E['query']>>
export type Query<E extends Endpoint> = InferOutput<NonNullable<E['query']>>

export function defineEndpoint<
  Body extends GenericSchema,
  Reply extends GenericSchema,
  Params extends GenericSchema = Nothing,
  Query extends GenericSchema = Nothing,
>(endpoint: Endpoint<Body, Reply, Params, Query>): Endpoint<Body, Reply, Params, Query> {
  return endpoint
}

/** No JSON body is longer, in bytes. */
export const BODY_MAX = 64 * 1024
