import type { Role } from '#contract/base/endpoint.ts'
import { ownersOnly } from '#server/auth/rules/owners-only.ts'
import { findSession, type Admin } from '#server/auth/session.ts'
import type { Services } from '#server/clients/services.ts'
import { DomainError } from '#server/domain-error.ts'
import { readCookie } from '#server/http/cookies.ts'

type Deps = Pick<Services, 'db' | 'clock'>

/** Returns the admin whose session's cookie and token a request has; throws `signed_out` if it has none. */
export async function requireAdmin(services: Deps, request: Request): Promise<Admin> {
  const secret = readCookie(request, 'session')
  const token = /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  const admin = secret && token ? await findSession(services, { secret, token }) : undefined
  if (!admin) throw new DomainError('signed_out', 'Please sign in.')
  return admin
}

/** Throws `forbidden` if what is asked needs another role. */
export async function requireRole({ db }: Pick<Deps, 'db'>, admin: Admin, role: Role): Promise<void> {
  if (role === 'owner' && admin.role !== 'owner') throw await ownersOnly(db)
}
