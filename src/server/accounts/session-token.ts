import { errors, jwtVerify, SignJWT } from 'jose'
import { env } from '../env.ts'

const ALGORITHM = 'HS256'

const key = () => new TextEncoder().encode(env('SESSION_KEY'))

/** The half of a session that scripts may read; it opens nothing without the other one. */
export function signToken(sessionId: string, expiresAt: Date): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: ALGORITHM })
    .setSubject(sessionId)
    .setExpirationTime(expiresAt)
    .sign(key())
}

/** The id of the session that it was made for. */
export async function readToken(token: string, now: Date): Promise<string | undefined> {
  const verifying = jwtVerify(token, key(), { algorithms: [ALGORITHM], currentDate: now })
  try {
    return (await verifying).payload.sub
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}
