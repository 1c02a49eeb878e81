import { clinic } from '#clinic/clinic-facts.ts'
import { parsePence, shortPounds } from '#contract/base/money.ts'
import { calendarText } from '#contract/enquiries/calendar-text.ts'
import type { HeldVoucher } from '#contract/vouchers/held-vouchers.ts'
import { REMINDER_DAYS, VOUCHER_PAGE } from '#contract/vouchers/voucher-page.ts'
import { saveFile } from '#lib/save-file.ts'

const DAY_MS = 86_400_000

/**
 * Returns a calendar entry on the last valid day. It has no code, because calendars are shared. A later day replaces it.
 * `host`: domain of the site, such as "https://clinic.example".
 */
export function lastDayText(voucher: HeldVoucher, site: string, writtenAt: Date): string {
  const amount = shortPounds(parsePence(voucher.currentBalance) ?? 0)
  return calendarText(
    {
      id: `voucher-${voucher.id}@${new URL(site).hostname}`,
      sequence: Date.parse(voucher.expiryDate) / DAY_MS,
      title: `Last day to use your ${amount} gift voucher at ${clinic.name}`,
      description: `To use it, please ring ${clinic.phone.display}. You can see what is left at ${site}${VOUCHER_PAGE}`,
      day: voucher.expiryDate,
      url: `${site}${VOUCHER_PAGE}`,
      alarmDays: REMINDER_DAYS,
      writtenAt,
    },
    clinic.name,
  )
}

/** Saves that entry as a file, which a press adds to the calendar. */
export function saveLastDay(voucher: HeldVoucher): void {
  const text = lastDayText(voucher, location.origin, new Date())
  saveFile(new Blob([text], { type: 'text/calendar' }), 'gift-voucher.ics')
}
