import { createHash, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { PERSON_NAME_MAX } from '#contract/auth/people.ts'
import type { welcomeEndpoint } from '#contract/auth/welcome.ts'
import type { Body } from '#contract/base/endpoint.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import { hashPassword } from '#server/auth/password.ts'
import { breachedPassword, requireStrongPassword } from '#server/auth/reset-password.ts'
import type { Services } from '#server/clients/services.ts'
import { query } from '#server/db/db.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { countRequest, requireWithinLimit, type RateLimitResult } from '#server/db/rate-limit.ts'
import { DomainError } from '#server/domain-error.ts'
import { env } from '#server/env.ts'
import { RATE_LIMITS } from '#server/rate-limits.ts'

type Deps = Pick<Services, 'db' | 'breachedPasswords' | 'clock' | 'random'>

/**
 * Adds the first owner, with the setup code that was chosen at Netlify. Throws `not_found` once there has been an owner,
 * also for the slower of two, and `wrong_credentials` for a wrong code.
 */
export async function createFirstOwner(
  { db, breachedPasswords, clock, random }: Deps,
  { setupCode, email, password }: Body<typeof welcomeEndpoint>,
  addressKey: string,
): Promise<void> {
  requireStrongPassword(password, email)
  await requireTry(db, addressKey, clock.now())
  if (!isSame(setupCode, env('SETUP_CODE'))) {
    const sentence = 'This is not the setup code. Please copy it from the variables at Netlify.'
    throw new DomainError('wrong_credentials', sentence, { fields: { setupCode: sentence } })
  }
  if (await breachedPasswords.includes(password)) throw breachedPassword()
  const passwordHash = await hashPassword(password, random)
  const id = random.uuid()
  const now = clock.now()
  const { created } = await db.batch({
    // The slower of two waits here, and then sees that there has been an owner.
    locked: query.selectFrom('site').select('id').forUpdate(),
    inserted: recordActivity(
      (owner) => ({ at: now, actor: owner.ref('id'), action: 'first_owner_welcomed' }),
      insertRows(
        'adminUser',
        {
          id: sql`${id}::uuid`,
          email,
          name: email.slice(0, PERSON_NAME_MAX),
          role: 'owner',
          passwordHash,
          createdAt: sql`${now}::timestamptz`,
        },
        sql`from site where not had_owner`,
      ).returning('id'),
    ),
    created: query.selectFrom('adminUser').select('id').where('id', '=', id),
  })
  if (created.length === 0) throw hasOwner()
}

/** Counts a try. Throws if there have been too many, or if there has been an owner. */
async function requireTry(db: Deps['db'], addressKey: string, now: Date): Promise<void> {
  const [result] = await db.run(sql<RateLimitResult>`
    with of_address as (${countRequest(
      { ...RATE_LIMITS.welcome, key: addressKey },
      now,
      sql`from site where not had_owner`,
    )}),
    of_all as (${countRequest({ ...RATE_LIMITS.welcomes, key: 'all' }, now, sql`from of_address where admitted`)})
    select coalesce(of_all.admitted, false) as admitted, coalesce(of_all.retry_at, of_address.retry_at) as retry_at
    from of_address left join of_all on true`)
  if (!result) throw hasOwner()
  requireWithinLimit(result, now)
}

const hasOwner = () =>
  new DomainError('not_found', 'This website already has an owner. Please sign in to the portal.')

/** In constant time, whatever the lengths. */
const isSame = (given: string, expected: string) => timingSafeEqual(digest(given), digest(expected))

const digest = (text: string) => createHash('sha256').update(text).digest()
