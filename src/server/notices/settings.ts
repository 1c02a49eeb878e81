import type { ExpressionBuilder } from 'kysely'
import type { Body } from '#contract/base/endpoint.ts'
import type { changeSettingsEndpoint, Settings } from '#contract/notices/settings.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Services } from '#server/clients/services.ts'
import type { DB } from '#server/db/database.types.ts'
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
  const wanted = (settings: ExpressionBuilder<DB, 'settings'>) => ({
    saleEmails: saleEmails ?? settings.ref('saleEmails'),
    reminders: reminders ?? settings.ref('reminders'),
  })
  const { settings } = await db.batch({
    changed: recordActivity(
      (changed) => ({
        at: now,
        actor,
        action: 'settings_changed',
        after: { saleEmails: changed.ref('saleEmails'), reminders: changed.ref('reminders') },
      }),
      query
        .updateTable('settings')
        .set(wanted)
        .where((present) => present.not(present.and(wanted(present))))
        .returning(['saleEmails', 'reminders']),
    ),
    settings: selectSettings(),
  })
  return toSettings(settings)
}

// The migration inserts the only row; the database checks the value.
const toSettings = ([row]: { saleEmails: string; reminders: boolean }[]): Settings => ({
  saleEmails: row!.saleEmails as Settings['saleEmails'],
  reminders: row!.reminders,
})
