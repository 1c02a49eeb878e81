import * as v from 'valibot'
import { clinic } from '#content/clinic-facts.ts'
import { lastValidDay, londonDay, sendOnProblem, SendOnSchema } from '#contract/send-date.ts'

/** Returns the bounds of the day on which a voucher that is sold today may be sent. */
export function sendBounds() {
  const today = londonDay(new Date())
  return { today, lastDay: lastValidDay(today, clinic.vouchers.validMonths) }
}

/** The day on which a voucher that is sold today is emailed. */
export const SendDaySchema = v.pipe(
  SendOnSchema,
  v.check(
    (day) => sendOnProblem(day, sendBounds()) === undefined,
    ({ input }) => sendOnProblem(input, sendBounds()) ?? '',
  ),
)
