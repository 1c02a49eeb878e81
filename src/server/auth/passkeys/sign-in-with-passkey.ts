import { sql } from 'kysely'
import type { signInWithPasskeyEndpoint } from '#contract/auth/second-factor.ts'
import type { Body } from '#contract/base/endpoint.ts'
import { readChallenge, useOfChallenge } from '#server/auth/passkeys/challenge.ts'
import { noteCounter, passkeyRefused, recordPasskeyUse } from '#server/auth/passkeys/record-use.ts'
import { readAssertion } from '#server/auth/passkeys/webauthn.ts'
import { accountKey, hashSecret } from '#server/auth/secret-tokens.ts'
import { beginSession, type BrowserInfo, type NewSession } from '#server/auth/sign-in.ts'
import type { Services } from '#server/clients/services.ts'
import { countRequest, isAdmitted, requireWithinLimit, type RateLimitResult } from '#server/db/rate-limit.ts'
import { RATE_LIMITS } from '#server/rate-limits.ts'

interface Known extends RateLimitResult {
  adminId: string | null
  email: string | null
  publicKey: string | null
  counter: string | null
  isKnownDevice: boolean
}

/** Opens a session by a passkey alone. Throws the same error for one that is not known as for one that is not accepted. */
export async function signInWithPasskey(
  services: Pick<Services, 'db' | 'clock' | 'random'>,
  assertion: Body<typeof signInWithPasskeyEndpoint>,
  { browser, challengeCookie }: { browser: BrowserInfo; challengeCookie: string | undefined },
): Promise<NewSession> {
  const { db, clock } = services
  const limit = { ...RATE_LIMITS.signInWithPasskey, key: browser.addressKey }
  const device = browser.device === undefined ? null : hashSecret(browser.device)
  const [known] = await db.run(sql<Known>`
    with rate_limit as (${countRequest(limit, clock.now())})
    select admitted, retry_at, admin_id, email, public_key, counter, exists (
      select from admin_device
      where secret_hash = ${device} and admin_device.admin_id = passkey.admin_id and expires_at > ${clock.now()}
    ) as is_known_device
    from rate_limit left join (passkey join admin_user on admin_user.id = admin_id) on passkey.id = ${assertion.id}`)
  requireWithinLimit(known, clock.now())
  const challenge = readChallenge(challengeCookie, { purpose: 'sign-in' }, clock.now())
  if (!known?.adminId || !known.email || !known.publicKey || challenge === undefined) throw passkeyRefused()
  const read = await readAssertion(assertion, challenge, { id: assertion.id, publicKey: known.publicKey })
  if (!read) throw passkeyRefused()
  noteCounter(known.counter, read.counter)
  const now = clock.now()
  const use = useOfChallenge(challenge)
  const session = await beginSession(services, {
    browser,
    attempt: { account: accountKey(known.email), address: browser.addressKey },
    isKnownDevice: known.isKnownDevice,
    allowed: sql`id = (select admin_id from passkey where id = ${assertion.id}) and ${isAdmitted(use)}`,
    owesPasskey: sql`false`,
    before: { use: countRequest(use, now) },
    after: recordPasskeyUse({ id: assertion.id, ...read }, isAdmitted(use), now),
  })
  if (!session) throw passkeyRefused()
  return session
}
