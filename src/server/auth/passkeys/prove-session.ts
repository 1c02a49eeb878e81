import { sql, type RawBuilder } from 'kysely'
import { createSecret, hashSecret } from '#server/auth/secret-tokens.ts'
import type { Admin } from '#server/auth/session.ts'
import { SESSION_SECONDS } from '#server/auth/sign-in.ts'
import type { Random } from '#server/clients/services.ts'
import { query } from '#server/db/db.ts'

/**
 * Statements that prove a session, and that select its row if they did. One that owed the passkey becomes a whole session,
 * with a new secret: whoever may have read the old one has nothing.
 */
export function proveSession(
  admin: Admin,
  condition: RawBuilder<boolean>,
  { now, random }: { now: Date; random: Random },
) {
  const secret = admin.provedAt === null ? createSecret(random) : undefined
  return {
    secret,
    proved: query
      .updateTable('adminSession')
      .set({
        provedAt: now,
        ...(secret !== undefined && {
          secretHash: hashSecret(secret),
          expiresAt: sql`created_at + ${SESSION_SECONDS} * interval '1 second'`,
        }),
      })
      .where('id', '=', admin.sessionId)
      .where(condition),
    done: query
      .selectFrom('adminSession')
      .select('id')
      .where('id', '=', admin.sessionId)
      .where('provedAt', '=', now),
  }
}
