import * as v from 'valibot'
import { clinic } from '#clinic/clinic-facts.ts'
import { ChosenDaySchema, lastValidDay, londonDay, sendOnProblem } from '#contract/base/send-date.ts'
import { isServerTimeKnown, serverNow } from '#lib/server-time.ts'

/** Returns the bounds of the day on which a voucher that is sold today may be sent. */
export function sendBounds() {
  const today = londonDay(serverNow())
  return { today, lastDay: lastValidDay(today, clinic.vouchers.validMonths) }
}

/** The day on which a voucher that is sold today is emailed. Until the server has told the day, it judges none. */
export const SendDaySchema = v.pipe(
  ChosenDaySchema,
  v.check(
    (day) => !isServerTimeKnown() || sendOnProblem(day, sendBounds()) === undefined,
    ({ input }) => sendOnProblem(input, sendBounds()) ?? '',
  ),
)
