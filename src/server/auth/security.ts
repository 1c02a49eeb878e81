import { sql, type RawBuilder } from 'kysely'
import type { requirePasskeysEndpoint, Security } from '#contract/auth/second-factor.ts'
import type { Body } from '#contract/base/endpoint.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import { enqueueAccountChanged, peopleWhere } from '#server/auth/enqueue-account-changed.ts'
import { createRecoveryCodes } from '#server/auth/recovery-codes.ts'
import { findRecovery } from '#server/auth/recovery.ts'
import type { Admin } from '#server/auth/session.ts'
import type { Services } from '#server/clients/services.ts'
import { query } from '#server/db/db.ts'
import { DomainError } from '#server/domain-error.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'random'>
type Reader = Pick<Services, 'db' | 'clock'>

/** Returns how somebody signs in. */
export async function getSecurity(
  services: Reader,
  { id, role }: Pick<Admin, 'id' | 'role'>,
): Promise<Security> {
  const { db } = services
  const { passkeys, codes } = await db.batch({
    passkeys: query
      .selectFrom('passkey')
      .select(['id', 'name', 'isSynced', 'createdAt', 'usedAt'])
      .where('adminId', '=', id)
      .orderBy('createdAt'),
    codes: sql<{ left: number; areRequired: boolean }>`
      select cardinality(recovery_codes) as left, passkeys_required as are_required from admin_user, site where admin_user.id = ${id}`,
  })
  return {
    passkeys: passkeys.map(({ createdAt, usedAt, ...passkey }) => ({
      ...passkey,
      since: createdAt.toISOString(),
      lastUsed: usedAt.toISOString(),
    })),
    recoveryCodesLeft: codes[0]?.left ?? 0,
    areRequired: codes[0]?.areRequired ?? false,
    recovery: role === 'owner' ? await findRecovery(services) : null,
  }
}

/** The people table of an email about this admin alone. */
const self = (admin: Admin, condition: RawBuilder<unknown>) =>
  peopleWhere(sql`id = ${admin.id} and ${condition}`)

const lockPerson = (admin: Admin) =>
  query.selectFrom('adminUser').select('id').where('id', '=', admin.id).forUpdate()

export async function renamePasskey({ db }: Reader, admin: Admin, id: string, name: string): Promise<void> {
  const renamed = await db.run(
    query
      .updateTable('passkey')
      .set({ name })
      .where('id', '=', id)
      .where('adminId', '=', admin.id)
      .returning('id'),
  )
  if (renamed.length === 0)
    throw new DomainError('not_found', 'This passkey has been removed. Please refresh the page.')
}

/** With the last one the recovery codes end. Throws `not_active` for the last one while everybody needs one. */
export async function removePasskey({ db, clock }: Reader, admin: Admin, id: string): Promise<void> {
  const now = clock.now()
  const own = sql<boolean>`id = ${id} and admin_id = ${admin.id}`
  const mayGo = sql<boolean>`(
    not (select passkeys_required from site)
    or exists (select from passkey other where other.admin_id = ${admin.id} and other.id <> ${id})
  )`
  const goes = sql`exists (select from passkey where ${own}) and ${mayGo}`
  const { left } = await db.batch({
    locked: lockPerson(admin),
    required: query.selectFrom('site').select('id').forUpdate(),
    told: enqueueAccountChanged({
      change: 'passkeyRemoved',
      people: self(admin, goes),
      actor: sql`person.id`,
      now,
    }),
    activity: recordActivity({ at: now, actor: admin.id, action: 'passkey_removed' }, sql`where ${goes}`),
    removed: query.deleteFrom('passkey').where(own).where(mayGo),
    codes: query
      .updateTable('adminUser')
      .set({ recoveryCodes: sql`'{}'` })
      .where('id', '=', admin.id)
      .where(sql<boolean>`not exists (select from passkey where admin_id = ${admin.id})`),
    left: query.selectFrom('passkey').select('id').where(own),
  })
  if (left.length > 0)
    throw new DomainError(
      'not_active',
      'Everybody here needs a passkey, and this is your only one. Please add another one first.',
    )
}

/** Makes new recovery codes; the former ones end. Throws `not_active` without a passkey. */
export async function makeRecoveryCodes(
  { db, clock, random }: Deps,
  admin: Admin,
): Promise<{ recoveryCodes: string[] }> {
  const now = clock.now()
  const { shown, hashes } = createRecoveryCodes(random)
  const isMade = sql`recovery_codes = ${hashes}::text[]`
  const { made } = await db.batch({
    locked: lockPerson(admin),
    updated: query
      .updateTable('adminUser')
      .set({ recoveryCodes: sql`${hashes}::text[]` })
      .where('id', '=', admin.id)
      .where(sql<boolean>`exists (select from passkey where admin_id = ${admin.id})`),
    told: enqueueAccountChanged({
      change: 'recoveryCodes',
      people: self(admin, isMade),
      actor: sql`person.id`,
      now,
    }),
    activity: recordActivity(
      { at: now, actor: admin.id, action: 'recovery_codes_made' },
      sql`from admin_user where id = ${admin.id} and ${isMade}`,
    ),
    made: query
      .selectFrom('adminUser')
      .select('id')
      .where('id', '=', admin.id)
      .where(sql<boolean>`${isMade}`),
  })
  if (made.length === 0)
    throw new DomainError('not_active', 'Recovery codes stand in for a passkey. Please add a passkey first.')
  return { recoveryCodes: shown }
}

/** Says whether everybody needs a passkey. Throws `not_active` for an owner who has none. */
export async function requirePasskeys(
  { db, clock }: Reader,
  admin: Admin,
  { areRequired }: Body<typeof requirePasskeysEndpoint>,
): Promise<void> {
  const now = clock.now()
  const changes = sql`
    passkeys_required <> ${areRequired}
    and (not ${areRequired}::boolean or exists (select from passkey where admin_id = ${admin.id}))`
  const { site } = await db.batch({
    locked: query.selectFrom('site').select('id').forUpdate(),
    told: enqueueAccountChanged({
      change: areRequired ? 'passkeysRequired' : 'passkeysOptional',
      people: self(admin, sql`(select ${changes} from site)`),
      actor: sql`person.id`,
      now,
    }),
    activity: recordActivity(
      { at: now, actor: admin.id, action: areRequired ? 'passkeys_required' : 'passkeys_optional' },
      sql`from site where ${changes}`,
    ),
    updated: query
      .updateTable('site')
      .set({ passkeysRequired: areRequired })
      .where(sql<boolean>`${changes}`),
    site: query.selectFrom('site').select('passkeysRequired'),
  })
  if (site[0]?.passkeysRequired !== areRequired)
    throw new DomainError(
      'not_active',
      'Please add a passkey of your own first, so that you can still sign in.',
    )
}
