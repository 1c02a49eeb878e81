import { createHash } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { query, type Statement } from '#server/db/db.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { DomainError } from '#server/domain-error.ts'

/** A request. Repeating it with the same `requestId` returns the first result. */
export interface IdempotentRequest {
  endpoint: string
  /** Id of the row it changes; undefined if it creates one. */
  target?: string
  /** Generated if the client sent none. */
  requestId: string
  /** The input; another one with the same `requestId` is refused. */
  body: unknown
}

interface StoredResult<Result> {
  requestHash: string
  answer: Result
}

/**
 * Makes a batch idempotent. Stored results hold ids and amounts, never a person's name.
 *
 *     const once = idempotent<Result>(request, now)
 *     const { stored } = await db.batch({
 *       ...once.begin,
 *       lock: sql`select … for no key update`,
 *       changed: sql`update … where … and ${once.isFirst}`,
 *       // One row with the result; no row if the change was refused, which allows a retry.
 *       ...once.end(sql`select jsonb_build_object(…) as answer from …`),
 *     })
 *     const result = once.read(stored) // undefined: refused
 */
export function idempotent<Result>({ endpoint, target, requestId, body }: IdempotentRequest, now: Date) {
  const targetId = target ?? requestId
  const hash = hashRequest(body)
  const stored: Statement<StoredResult<Result>> = query
    .selectFrom('idempotentResult')
    .select(['requestHash', sql<Result>`answer`.as('answer')])
    .where('endpoint', '=', endpoint)
    .where('target', '=', targetId)
    .where('requestId', '=', requestId)
  return {
    /** Repeats of one request queue here, before they lock anything else. */
    begin: {
      turn: sql`select pg_advisory_xact_lock(hashtextextended(${`${endpoint} ${targetId} ${requestId}`}, 0))`,
    },
    isFirst: sql<boolean>`not exists ${stored}`,
    /** Selects the result of an earlier request, if there is one. */
    stored: stored,
    end: (changed: RawBuilder<unknown>) => ({
      inserted: insertRows(
        'idempotentResult',
        { endpoint, target: targetId, requestId, requestHash: hash, answer: sql`answer`, at: now },
        sql`from (${changed}) changed`,
      )
        // The same batch may be sent again: `createDb`.
        .onConflict((conflict) => conflict.doNothing()),
      stored: stored,
    }),
    /** Returns the result, or undefined if the change was refused. Throws if the id was used with other input. */
    read([row]: StoredResult<Result>[]): Result | undefined {
      if (row && row.requestHash !== hash) {
        throw new DomainError(
          'request_reused',
          'This was already sent with different details. Please refresh the page and try again.',
        )
      }
      return row?.answer
    },
  }
}

/** Distinguishes a repeated request from another one with the same `requestId`. */
export const hashRequest = (input: unknown): string =>
  createHash('sha256').update(JSON.stringify(input)).digest('base64url')
