import { withCommas } from '#contract/base/text.ts'
import type { ColumnField } from '#islands/admin/vouchers/import/match-columns.ts'

export const FIELD_LABELS: Record<ColumnField, string> = {
  code: 'Code',
  balance: 'Balance, £',
  originalAmount: 'Original amount, £',
  issuedOn: 'Issued on',
  expiryDate: 'Last valid day',
  recipientName: 'Recipient',
  recipientEmail: 'Recipient’s email',
  buyerName: 'Buyer',
  note: 'Note',
  status: 'Status in the other system',
}

export const ONLY_ENDS =
  'We cannot import this file, because it has only the ends of the codes, as our own exports do. Please export the whole codes from the other system.'

/** Describes the vouchers that are left out because of their status in the other system. */
export function describeLeftOut(status: 'inactive' | 'unclear', texts: readonly string[]): string {
  const count = texts.length
  const known = [...new Set(texts)].filter((text) => text !== '').slice(0, 3)
  const examples = known.length > 0 ? ` (${known.map((text) => `“${text}”`).join(', ')})` : ''
  const fact =
    status === 'inactive'
      ? `${count === 1 ? 'One voucher is' : `${withCommas(count)} vouchers are`} not active in the other system`
      : `We cannot tell whether ${count === 1 ? 'one voucher is' : `${withCommas(count)} vouchers are`} active in the other system${examples}`
  return count === 1
    ? `${fact}, so we have left it out. To import it all the same, untick it below.`
    : `${fact}, so we have left them out. To import one all the same, untick it below.`
}

/** Returns a list to fill in, with the byte order mark by which Excel reads UTF-8. */
export const exampleCsv = (year: number): string =>
  [
    '\ufeffCode,Balance,Original amount,Issued on,Last valid day,Recipient,Recipient’s email,Buyer,Note',
    `GV-0041,25.00,50.00,14/02/${year - 1},31/12/${year + 1},Jane Hopkins,jane@example.com,Tom Hopkins,Half used in May`,
    'GV-0042,65.00,,,,Rose Evans,,,',
    '',
  ].join('\r\n')
