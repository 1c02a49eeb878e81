import { sql } from 'kysely'
import { ACTIVITY, type ActivityRow, toActivity } from '../../activity/list-activity.ts'
import { csvExport } from './csv-export.ts'

const DATE_AND_TIME = { dateStyle: 'short', timeStyle: 'short', timeZone: 'Europe/London' } as const

/** The activity, with the descriptions that the Overview shows. */
export const activityCsv = csvExport(
  { table: 'activity', at: 'activity.at', id: 'activity.id' },
  sql<ActivityRow>`${ACTIVITY}`,
  {
    Time: ({ at }) => new Intl.DateTimeFormat('sv-SE', DATE_AND_TIME).format(at),
    'By whom': (row) => toActivity(row).actor,
    About: (row) => toActivity(row).type,
    What: (row) => toActivity(row).description,
  },
)
