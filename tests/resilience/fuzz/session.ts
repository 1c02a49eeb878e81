import { randomUUID } from 'node:crypto'
import { hashOf, newSecret } from '../../../src/server/auth/tokens.ts'
import { signToken } from '../../../src/server/auth/session-token.ts'
import type { World } from '../../harness/start-world.ts'

export interface Session {
  cookie: string
  authorization: string
}

/** As if an admin had just signed in, without the time that a password takes. */
export async function openSession({ rows, services }: World, adminId: string): Promise<Session> {
  const [id, secret] = [randomUUID(), newSecret(services.random)]
  await rows(
    `insert into admin_session (id, admin_id, secret_hash, created_at, seen_at, expires_at)
     values ($1, $2, $3, now(), now(), now() + interval '12 hours')`,
    [id, adminId, hashOf(secret)],
  )
  return { cookie: `session=${secret}`, authorization: `Bearer ${await signToken(id)}` }
}
