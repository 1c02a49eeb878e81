import type { passkeyOptionsEndpoint } from '#contract/auth/second-factor.ts'
import type { Reply } from '#contract/base/endpoint.ts'
import { createChallenge } from '#server/auth/passkeys/challenge.ts'
import { optionsToAdd, optionsToProve } from '#server/auth/passkeys/webauthn.ts'
import { requireFresh } from '#server/auth/rules/recent-proof.ts'
import type { Admin } from '#server/auth/session.ts'
import type { Services } from '#server/clients/services.ts'
import { query } from '#server/db/db.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'random'>

/** Returns what proves this person, or what adds a passkey, and the cookie of its challenge. */
export async function passkeyOptions(
  services: Deps,
  admin: Admin,
  add: boolean,
): Promise<{ reply: Reply<typeof passkeyOptionsEndpoint>; cookie?: string }> {
  const { id: userId, email, hasPasskey, provedAt, sessionId: session } = admin
  // Who signed in by the password alone and has none owes a first one.
  const isAdding = provedAt === null ? !hasPasskey : add
  // Before the device makes one that could not be added.
  if (isAdding && provedAt !== null) requireFresh(admin, services.clock.now())
  if (!isAdding && !hasPasskey) return { reply: { due: 'password' } }
  const passkeys = await services.db.run(
    query.selectFrom('passkey').select('id').where('adminId', '=', userId).orderBy('createdAt'),
  )
  const known = passkeys.map(({ id }) => id)
  const { challenge, cookie } = createChallenge(services, { purpose: isAdding ? 'add' : 'prove', session })
  return isAdding
    ? {
        reply: {
          due: 'new-passkey',
          options: await optionsToAdd({ challenge, userId, email, known }),
        },
        cookie,
      }
    : { reply: { due: 'passkey', options: await optionsToProve(challenge, known) }, cookie }
}

/** The same for everybody, so that nothing is revealed of an account. */
export async function signInOptions(services: Pick<Deps, 'clock' | 'random'>) {
  const { challenge, cookie } = createChallenge(services, { purpose: 'sign-in' })
  return { options: await optionsToProve(challenge), cookie }
}
