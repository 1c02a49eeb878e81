import { findSession, type Admin } from '#server/auth/session.ts'
import type { Services } from '#server/clients/services.ts'
import { DomainError } from '#server/domain-error.ts'
import { readCookie } from '#server/http/cookies.ts'

/** Returns the admin whose session's cookie and token a request has; throws `signed_out` if it has none. */
export async function requireAdmin(
  services: Pick<Services, 'db' | 'clock'>,
  request: Request,
): Promise<Admin> {
  const secret = readCookie(request, 'session')
  const token = /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  const admin = secret && token ? await findSession(services, { secret, token }) : undefined
  if (!admin) throw new DomainError('signed_out', 'Please sign in.')
  return admin
}
