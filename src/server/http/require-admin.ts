import { findSession, type Admin } from '#server/auth/session.ts'
import type { Services } from '#server/clients/services.ts'
import { DomainError } from '#server/domain-error.ts'
import { readCookie } from '#server/http/cookies.ts'
import { requireSameOrigin } from '#server/http/csrf.ts'

/** Guard of an admin endpoint: `serve(endpoint, handler, requireAdmin(services))`. */
export function requireAdmin(services: Pick<Services, 'db' | 'clock'>) {
  return async (request: Request): Promise<Admin> => {
    requireSameOrigin(request)
    const secret = readCookie(request, 'session')
    const token = /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
    const admin = secret && token ? await findSession(services, { secret, token }) : undefined
    if (!admin) throw new DomainError('signed_out', 'Please sign in.')
    return admin
  }
}
