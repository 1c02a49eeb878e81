import { sql, type RawBuilder } from 'kysely'
import { recordActivity } from '#server/activity/record-activity.ts'
import { enqueueAccountChanged, peopleWhere } from '#server/auth/enqueue-account-changed.ts'
import { query } from '#server/db/db.ts'
import { DomainError } from '#server/domain-error.ts'
import { log } from '#server/log.ts'

export const passkeyRefused = () =>
  new DomainError('wrong_credentials', 'This passkey was not accepted. Please try again.')

interface Use {
  /** Of the passkey. */
  id: string
  counter: number
  isSynced: boolean
}

const goesBack = (stored: number, counter: number) => (stored > 0 || counter > 0) && counter <= stored

/** A device that counts its uses and counts back may have been copied. Many never count: such a passkey still works. */
export function noteCounter(stored: string | null, counter: number): void {
  if (goesBack(Number(stored), counter)) log('warn', 'a passkey counted back')
}

/** Statements of a batch that note the use of a passkey, if `isUsed`. A counter that goes back is told. */
export function recordPasskeyUse({ id, counter, isSynced }: Use, isUsed: RawBuilder<unknown>, now: Date) {
  const owner = sql`
    select admin_id from passkey
    where id = ${id} and greatest(counter, ${counter}::bigint) > 0 and counter >= ${counter}::bigint
      and used_at < ${now} and ${isUsed}`
  return {
    countedBack: enqueueAccountChanged({
      change: 'passkeyCounter',
      people: peopleWhere(sql`id in (${owner})`),
      actor: sql`person.id`,
      now,
    }),
    noted: recordActivity(
      { at: now, actor: sql`admin_id`, action: 'passkey_counted_back' },
      sql`from (${owner}) owner`,
    ),
    used: query
      .updateTable('passkey')
      .set({ counter: sql`greatest(counter, ${counter}::bigint)`, isSynced, usedAt: now })
      .where('id', '=', id)
      .where(sql<boolean>`${isUsed}`),
  }
}
