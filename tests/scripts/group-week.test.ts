import { expect, it } from 'vitest'
import { groupWeek } from '#scripts/website/group-week.ts'

const SHORT = { from: '09:00', to: '13:00' }
const LONG = { from: '10:00', to: '20:00' }

it('groupWeek prints days with the same hours as one row, from Monday', () => {
  expect(groupWeek([null, LONG, LONG, LONG, LONG, SHORT, SHORT])).toEqual([
    { days: 'Monday to Thursday', weekdays: [1, 2, 3, 4], open: LONG },
    { days: 'Friday and Saturday', weekdays: [5, 6], open: SHORT },
    { days: 'Sunday', weekdays: [0], open: null },
  ])
})
