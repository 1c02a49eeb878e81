import { sql, type RawBuilder } from 'kysely'
import type { Role } from '#contract/base/endpoint.ts'
import { enqueueEmail, type EmailData } from '#server/email/outbox.ts'

interface AccountChange {
  change: Exclude<EmailData<'account-changed'>['change'], RawBuilder<unknown>>
  /** SQL table of the people: as `admin_user`, with `former_name` and `former_role` where those are others. */
  people: RawBuilder<unknown>
  /** The id of the admin who did it: SQL, or undefined outside the portal. */
  actor: RawBuilder<unknown> | undefined
  now: Date
}

/**
 * Tells people and every owner that their account has changed. Whom another email tells of it, as the invitation does, gets no
 * second one. A setting of all tells everybody. The recipient's id is the third part of the key, by which removing them withdraws it.
 */
export const enqueueAccountChanged = ({ change, people, actor, now }: AccountChange) =>
  enqueueEmail(
    {
      key: sql`${`account-${change}:`}::text || person.id || ':' || told.id || ':' || ${now.getTime()}::bigint`,
      template: 'account-changed',
      recipient: sql`told.email`,
      data: {
        change,
        isYou: sql<boolean>`told.id = person.id`,
        name: sql`person.name`,
        role: sql<Role>`person.role`,
        formerName: sql`person.former_name`,
        formerRole: sql`person.former_role`,
        by: actor === undefined ? null : sql`(select name from admin_user where id = ${actor})`,
        at: now.toISOString(),
        to: sql`told.id`,
      },
      at: now,
    },
    sql`from (${people}) person, lateral (
      select id, email from admin_user where role = 'owner' and password_hash is not null
      union select person.id, person.email where ${change === 'accepted'} or person.password_hash is not null
    ) told where ${change !== 'invited' && change !== 'device'} or told.id <> person.id`,
  )

/** The table of people whose name and role stay. `where`: of `admin_user`. */
export const peopleWhere = (where: RawBuilder<unknown>) =>
  sql`select *, null as former_name, null as former_role from admin_user where ${where}`
