import { createHash, createHmac } from 'node:crypto'
import { CompactSign, compactVerify } from 'jose'
import { JOSEError } from 'jose/errors'
import * as v from 'valibot'
import { IdSchema } from '#contract/base/ids.ts'
import type { Random } from '#server/clients/services.ts'
import { env } from '#server/env.ts'

const SECRET_BYTES = 32

/** Returns a random secret for a cookie or link; the database stores only its hash. */
export const createSecret = (random: Random) => Buffer.from(random.bytes(SECRET_BYTES)).toString('base64url')

export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('base64url')

/** Returns the rate-limit key of an account; unknown emails have one, too, so that nothing is revealed. */
export const accountKey = (email: string) =>
  createHmac('sha256', env('ADDRESS_KEY')).update(`account ${email}`).digest('base64url')

const ALGORITHM = 'HS256'

const sessionKey = () => new TextEncoder().encode(env('SESSION_KEY'))

/** Returns the bearer token of a session: its signed id. Only the session's row says when it expires. */
export function signSessionToken(sessionId: string): Promise<string> {
  return new CompactSign(new TextEncoder().encode(sessionId))
    .setProtectedHeader({ alg: ALGORITHM })
    .sign(sessionKey())
}

/** Returns the session id in a token, or undefined if its signature is not ours or it holds no id. */
export async function readSessionToken(token: string): Promise<string | undefined> {
  const verifying = compactVerify(token, sessionKey(), { algorithms: [ALGORITHM] })
  try {
    const id = new TextDecoder().decode((await verifying).payload)
    return v.is(IdSchema, id) ? id : undefined
  } catch (error) {
    if (error instanceof JOSEError) return undefined
    throw error
  }
}
