import { CompactSign, compactVerify, errors } from 'jose'
import { env } from '../env.ts'

const ALGORITHM = 'HS256'

const key = () => new TextEncoder().encode(env('SESSION_KEY'))

/** The half of a session that scripts may read: its id, signed. How long it holds stands in its row alone. */
export function signToken(sessionId: string): Promise<string> {
  return new CompactSign(new TextEncoder().encode(sessionId))
    .setProtectedHeader({ alg: ALGORITHM })
    .sign(key())
}

/** The id of the session that it was made for. */
export async function readToken(token: string): Promise<string | undefined> {
  const verifying = compactVerify(token, key(), { algorithms: [ALGORITHM] })
  try {
    return new TextDecoder().decode((await verifying).payload)
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}
