import { STEP_UP_MINUTES } from '#contract/auth/sign-in-limits.ts'
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

/** Throws `step_up_required` if the password was proved too long ago. */
export function requireStepUp({ clock }: Pick<Deps, 'clock'>, admin: Admin): void {
  if (clock.now().getTime() - admin.provedAt.getTime() > STEP_UP_MINUTES * 60_000)
    throw new DomainError('step_up_required', 'Please enter your password once more.')
}
