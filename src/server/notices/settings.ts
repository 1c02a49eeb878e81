import { sql } from 'kysely'
import type { Body } from '#contract/endpoint.ts'
import type { changeSettingsEndpoint, Settings } from '#contract/settings.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Services } from '#server/clients/services.ts'
import { query, type Db } from '#server/db/db.ts'

const selectSettings = () => query.selectFrom('settings').select(['saleEmails', 'reminders'])

export const getSettings = async (db: Db): Promise<Settings> => toSettings(await db.run(selectSettings()))

/** Changes the owner's settings. They apply to sales from now on, and to reminders that have not left. */
export async function changeSettings(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { saleEmails, reminders }: Body<typeof changeSettingsEndpoint>,
  actor: string,
): Promise<Settings> {
  const now = clock.now()
  const wanted = sql`(coalesce(${saleEmails ?? null}::text, sale_emails), coalesce(${reminders ?? null}::boolean, reminders))`
  const { settings } = await db.batch({
    changed: sql`
      with changed as (
        update settings set (sale_emails, reminders) = ${wanted} where (sale_emails, reminders) <> ${wanted}
        returning sale_emails, reminders
      )
      ${recordActivity(
        {
          at: now,
          actor,
          action: 'settings_changed',
          after: { saleEmails: sql`sale_emails`, reminders: sql`reminders` },
        },
        sql`from changed`,
      )}`,
    settings: selectSettings(),
  })
  return toSettings(settings)
}

// The migration inserts the only row; the database checks the value.
const toSettings = ([row]: { saleEmails: string; reminders: boolean }[]): Settings => ({
  saleEmails: row!.saleEmails as Settings['saleEmails'],
  reminders: row!.reminders,
})
