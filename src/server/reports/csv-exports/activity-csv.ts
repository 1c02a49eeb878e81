import { ACTIVITY, toActivity } from '#server/activity/list-activity.ts'
import { sortableTime } from '#server/dates.ts'
import { csvExport } from '#server/reports/csv-exports/csv-export.ts'

/** The activity, with the descriptions that the Overview shows. */
export const activityCsv = csvExport({ table: 'activity', at: 'activity.at', id: 'activity.id' }, ACTIVITY, {
  Time: ({ at }) => ({ date: sortableTime(at) }),
  'By whom': (row) => toActivity(row).actor,
  About: (row) => toActivity(row).type,
  What: (row) => toActivity(row).description,
})
