import type { ImportField } from '#islands/admin/vouchers/import/match-columns.ts'

export const FIELD_LABELS: Record<ImportField, string> = {
  code: 'Code',
  balance: 'Balance, £',
  originalAmount: 'Original amount, £',
  issuedOn: 'Issued on',
  expiryDate: 'Last valid day',
  recipientName: 'Recipient',
  recipientEmail: 'Recipient’s email',
  buyerName: 'Buyer',
  note: 'Note',
}

/** Returns a list to fill in, with the byte order mark by which Excel reads UTF-8. */
export const exampleCsv = (year: number): string =>
  [
    '\ufeffCode,Balance,Original amount,Issued on,Last valid day,Recipient,Recipient’s email,Buyer,Note',
    `GV-0041,25.00,50.00,14/02/${year - 1},31/12/${year + 1},Jane Hopkins,jane@example.com,Tom Hopkins,Half used in May`,
    'GV-0042,65.00,,,,Rose Evans,,,',
    '',
  ].join('\r\n')
