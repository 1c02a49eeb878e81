import { sql } from 'kysely'
import type { Settings } from '#contract/settings.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Services } from '#server/clients/services.ts'
import { query, type Db } from '#server/db/db.ts'

const selectSettings = () => query.selectFrom('settings').select('saleEmails')

export const getSettings = async (db: Db): Promise<Settings> => toSettings(await db.run(selectSettings()))

/** Changes the owner's settings. They apply to sales from now on. */
export async function changeSettings(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { saleEmails }: Settings,
  actor: string,
): Promise<Settings> {
  const { settings } = await db.batch({
    changed: sql`
      with changed as (
        update settings set sale_emails = ${saleEmails} where sale_emails <> ${saleEmails} returning sale_emails
      )
      ${recordActivity(
        { at: clock.now(), actor, action: 'settings_changed', after: { saleEmails: sql`sale_emails` } },
        sql`from changed`,
      )}`,
    settings: selectSettings(),
  })
  return toSettings(settings)
}

// The migration inserts the only row; the database checks the value.
const toSettings = ([row]: { saleEmails: string }[]): Settings => ({
  saleEmails: row!.saleEmails as Settings['saleEmails'],
})
