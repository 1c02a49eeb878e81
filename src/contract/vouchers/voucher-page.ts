// The page "Your voucher". Apart from its endpoints, so that emails and pages with a link to it stay small.

/** A shorter code opens nothing on it. */
export const HELD_CODE_MIN = 8

/** Reminders are emailed so many days before the last valid day. */
export const REMINDER_DAYS = [30, 7] as const

export const STOP_REMINDERS_PATH = '/api/voucher/stop-reminders'

/** What follows `#` in its address is never sent to a server: a code, with or without a token, or what stops reminders. */
export const VOUCHER_PAGE = '/voucher'

/** Returns the link that shows a voucher. Its QR codes have it without a token, and the desk reads them. */
export const voucherLink = (siteUrl: string, code: string, token?: string): string =>
  `${siteUrl}${VOUCHER_PAGE}#${code}${token === undefined ? '' : `.${token}`}`

const STOP = 'stop.'

/** Returns the link that asks on the page whether to end the reminders of a voucher. */
export const stopRemindersLink = (siteUrl: string, token: string): string =>
  `${siteUrl}${VOUCHER_PAGE}#${STOP}${token}`

/** Returns the link that email programs send a form to. */
export const stopRemindersAddress = (siteUrl: string, token: string): string =>
  `${siteUrl}${STOP_REMINDERS_PATH}?token=${token}`

/** Reads what follows `#` in a link to the page. */
export function readVoucherFragment(
  hash: string,
): { code: string; token?: string } | { stopToken: string } | undefined {
  const fragment = hash.replace(/^#/, '')
  if (fragment.startsWith(STOP)) return { stopToken: fragment.slice(STOP.length) }
  const [, code = fragment, token] = /^([^.]+)\.(.+)$/s.exec(fragment) ?? []
  if (code === '') return undefined
  return token === undefined ? { code } : { code, token }
}
