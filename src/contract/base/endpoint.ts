import type { GenericSchema, InferInput, InferOutput } from 'valibot'

type EmptySchema = GenericSchema<Record<string, never>>

/** `owner` may do everything, `staff` what the work at the desk needs. */
export const roles = ['owner', 'staff'] as const
export type Role = (typeof roles)[number]

/**
 * Who may call an endpoint. It has no default, so that it cannot be forgotten: everybody, everybody from our own pages, or
 * admins, and then from which role on.
 */
type Access<Body extends GenericSchema> =
  | { access: 'public' | 'our-pages' }
  | {
      access: 'admin'
      /** `staff`: everybody who is signed in. A function where it depends on what is asked. */
      role: Role | ByBody<Body, Role>['of']
      /**
       * Asks again who it is, unless that was proved in the last `STEP_UP_MINUTES`: whatever moves money, people or data.
       * A function where it depends on what is asked.
       */
      stepUp?: true | ByBody<Body, boolean>['of']
      /**
       * What a session must have proved. `password`: also one that still owes the passkey, so that it can present it or
       * sign out. Default: everything.
       */
      factor?: 'password'
    }

interface ByBody<Body extends GenericSchema, Answer> {
  of(body: InferOutput<Body>): Answer
}

/** The contract of one endpoint. */
export type Endpoint<
  Body extends GenericSchema = GenericSchema,
  Reply extends GenericSchema = GenericSchema,
  Params extends GenericSchema = GenericSchema,
  Query extends GenericSchema = GenericSchema,
> = EndpointParts<Body, Reply, Params, Query> & Access<Body>

interface EndpointParts<
  Body extends GenericSchema,
  Reply extends GenericSchema,
  Params extends GenericSchema,
  Query extends GenericSchema,
> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/api/${string}`
  /** Path parameters, such as `:id`. */
  params?: Params
  query?: Query
  body: Body
  reply: Reply
  /** The body is a file instead of JSON, and is parsed to a `Blob`. */
  raw?: RawBody
  /** A form is accepted in place of JSON, and is read as an empty body. */
  takesForm?: true
  /** Limit of a JSON body (bytes). Default: `BODY_MAX`. */
  bodyMax?: number
  cache?: Cache
  /** Status of a reply. Default: 200. */
  status?(reply: InferInput<Reply>): 200 | 202 | 503
}

/** CDN cache: fresh for `seconds`, then served stale for `staleSeconds` while it is revalidated. */
interface Cache {
  seconds: number
  staleSeconds: number
  /** How long a reply with status 503 is fresh. */
  failedSeconds?: number
  /** One copy for all places of the CDN. */
  isDurable?: true
}

export interface RawBody {
  types: readonly string[]
  /** In bytes. */
  max: number
  /** Error messages for another type, and for a file that is too large. */
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
  Params extends GenericSchema = EmptySchema,
  Query extends GenericSchema = EmptySchema,
>(endpoint: Endpoint<Body, Reply, Params, Query>): Endpoint<Body, Reply, Params, Query> {
  return endpoint
}

/** Default limit of a JSON body (bytes). */
export const BODY_MAX = 64 * 1024
