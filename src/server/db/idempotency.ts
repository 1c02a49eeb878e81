import { type RawBuilder, sql } from 'kysely'
import { DomainError } from '../domain-error.ts'
import { requestHash } from '../request-hash.ts'
import type { Statement } from './db.ts'

/** What an admin asks for. The same thing again, under the same `requestId`, gets the first answer. */
export interface IdempotentRequest {
  endpoint: string
  /** The id of what it changes; none where it makes something. */
  target?: string
  /** A new one where the caller named none. */
  requestId: string
  /** What makes it this request and no other. */
  body: unknown
}

interface StoredResponse<Answer> {
  requestHash: string
  answer: Answer
}

/**
 * Makes a batch safe to repeat. Answers hold ids and amounts, never a person's name.
 *
 *     const once = askOnce<Answer>(asked, now)
 *     const { asked } = await db.batch({
 *       ...once.begin,
 *       lock: sql`select … for no key update`,
 *       changed: sql`update … where … and ${once.isFirst}`,
 *       // What this call has changed; no row: it was refused, and may be asked again.
 *       ...once.end(sql`select jsonb_build_object(…) as answer from …`),
 *     })
 *     const answer = once.read(asked) // undefined: refused
 */
export function idempotent<Answer>({ endpoint, target, requestId, body }: IdempotentRequest, now: Date) {
  const on = target ?? requestId
  const hash = requestHash(body)
  const mine = sql`endpoint = ${endpoint} and target = ${on} and request_id = ${requestId}`
  const asked: Statement<StoredResponse<Answer>> = sql<StoredResponse<Answer>>`
    select request_hash, answer from admin_request where ${mine}`
  return {
    /** Two calls of one name wait for each other here, before they lock anything else. */
    begin: {
      turn: sql`select pg_advisory_xact_lock(hashtextextended(${`${endpoint} ${on} ${requestId}`}, 0))`,
    },
    isFirst: sql<boolean>`not exists (select from admin_request where ${mine})`,
    /** What it was answered before, if it was. */
    asked,
    end: (changed: RawBuilder<unknown>) => ({
      kept: sql`
        insert into admin_request (endpoint, target, request_id, request_hash, answer, at)
        select ${endpoint}, ${on}, ${requestId}, ${hash}, answer, ${now} from (${changed}) changed`,
      asked,
    }),
    read([kept]: StoredResponse<Answer>[]): Answer | undefined {
      if (kept && kept.requestHash !== hash) {
        throw new DomainError('request_reused', 'This request id already stands for another request.')
      }
      return kept?.answer
    },
  }
}
