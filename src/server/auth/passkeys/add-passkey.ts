import { sql } from 'kysely'
import type { addPasskeyEndpoint } from '#contract/auth/second-factor.ts'
import type { Body } from '#contract/base/endpoint.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import { enqueueAccountChanged, peopleWhere } from '#server/auth/enqueue-account-changed.ts'
import { readChallenge, useOfChallenge } from '#server/auth/passkeys/challenge.ts'
import { proveSession } from '#server/auth/passkeys/prove-session.ts'
import { passkeyRefused } from '#server/auth/passkeys/record-use.ts'
import { passkeyHost, readAttestation } from '#server/auth/passkeys/webauthn.ts'
import { createRecoveryCodes } from '#server/auth/recovery-codes.ts'
import { requireFresh, stepUpRequired } from '#server/auth/rules/recent-proof.ts'
import type { Admin } from '#server/auth/session.ts'
import type { Services } from '#server/clients/services.ts'
import { query } from '#server/db/db.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { countRequest, isAdmitted } from '#server/db/rate-limit.ts'
import { DomainError } from '#server/domain-error.ts'

/**
 * Adds a passkey to one's own account. The first one brings recovery codes, and makes a session whole that owed it. Throws
 * `step_up_required` unless the session has just proved who uses it, or owes a first passkey.
 */
export async function addPasskey(
  { db, clock, random }: Pick<Services, 'db' | 'clock' | 'random'>,
  admin: Admin,
  { name, attestation }: Body<typeof addPasskeyEndpoint>,
  challengeCookie: string | undefined,
): Promise<{ recoveryCodes: string[]; secret?: string }> {
  const isOwed = admin.provedAt === null
  if (!isOwed) requireFresh(admin, clock.now())
  else if (admin.hasPasskey) throw stepUpRequired()
  const challenge = readChallenge(challengeCookie, { purpose: 'add', session: admin.sessionId }, clock.now())
  const added = challenge === undefined ? undefined : await readAttestation(attestation, challenge)
  if (challenge === undefined || !added) throw passkeyRefused()
  const now = clock.now()
  const use = useOfChallenge(challenge)
  const codes = createRecoveryCodes(random)
  const isAdded = query
    .selectFrom('passkey')
    .select('id')
    .where('id', '=', added.id)
    .where('adminId', '=', admin.id)
    .where('createdAt', '=', now)
  const { secret, proved } = proveSession(admin, sql`exists (${isAdded})`, { now, random })
  const { passkeys, people } = await db.batch({
    // Two first passkeys at the same time see each other.
    locked: query.selectFrom('adminUser').select('id').where('id', '=', admin.id).forUpdate(),
    use: countRequest(use, now),
    inserted: insertRows(
      'passkey',
      {
        ...added,
        adminId: sql`${admin.id}::uuid`,
        counter: sql`${added.counter}::bigint`,
        isSynced: sql`${added.isSynced}::boolean`,
        name,
        host: passkeyHost(),
        createdAt: sql`${now}::timestamptz`,
        usedAt: sql`${now}::timestamptz`,
      },
      sql`where ${isAdmitted(use)}
        and (not ${isOwed}::boolean or not exists (select from passkey where admin_id = ${admin.id}))`,
    ).onConflict((conflict) => conflict.column('id').doNothing()),
    passkeys: isAdded,
    codes: query
      .updateTable('adminUser')
      .set({ recoveryCodes: sql`${codes.hashes}::text[]` })
      .where('id', '=', admin.id)
      .where('recoveryCodes', '=', sql<string[]>`'{}'::text[]`)
      .where(sql<boolean>`exists (${isAdded})`),
    people: query.selectFrom('adminUser').select('recoveryCodes').where('id', '=', admin.id),
    proved,
    told: enqueueAccountChanged({
      change: 'passkey',
      people: peopleWhere(sql`id = ${admin.id} and exists (${isAdded})`),
      actor: sql`person.id`,
      now,
    }),
    activity: recordActivity(
      { at: now, actor: admin.id, action: 'passkey_added' },
      sql`where exists (${isAdded})`,
    ),
  })
  if (passkeys.length === 0)
    throw new DomainError(
      'wrong_credentials',
      'This passkey could not be added: it is in use already, or the question was answered twice. Please try again.',
    )
  // On paper in somebody's drawer are those that are stored.
  const areNew = people[0]?.recoveryCodes[0] === codes.hashes[0]
  return { recoveryCodes: areNew ? codes.shown : [], ...(secret !== undefined && { secret }) }
}
