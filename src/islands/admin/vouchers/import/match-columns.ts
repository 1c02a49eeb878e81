import type { importFields } from '#contract/voucher-import.ts'
import type { TableRow } from '#islands/admin/vouchers/import/read-table.ts'

export type ImportField = (typeof importFields)[number]

/** The column of each field, from 0; none for a field that is not in the file. */
export type Columns = Partial<Record<ImportField, number>>

/**
 * Names of columns in other systems and in lists that people write, the likeliest first, without spaces and punctuation.
 * A field that comes twice takes the later names only if nobody else does: "Amount" is what is left where nothing else is.
 */
const NAMES: readonly [field: ImportField, names: string][] = [
  ['recipientEmail', 'recipientemail recipientemailaddress recipientsemail toemail emailofrecipient'],
  ['code', 'code vouchercode giftvouchercode giftcardcode giftcode certificatecode couponcode'],
  [
    'code',
    'vouchernumber voucherno vouchernr giftcardnumber certificatenumber serialnumber serial number no',
  ],
  [
    'balance',
    'balance currentbalance remainingbalance balanceremaining remaining remainingvalue remainingamount amountremaining valueremaining',
  ],
  [
    'balance',
    'left amountleft valueleft whatisleft available availablebalance outstanding outstandingbalance',
  ],
  [
    'originalAmount',
    'originalamount original originalvalue originalbalance initialamount initialvalue initialbalance',
  ],
  ['originalAmount', 'facevalue purchaseamount purchasevalue soldfor amountsold'],
  ['balance', 'value amount total price worth vouchervalue voucheramount'],
  ['originalAmount', 'amount value total price worth vouchervalue voucheramount'],
  [
    'issuedOn',
    'issued issuedon issuedate dateissued dateofissue created createdat createdon datecreated creationdate',
  ],
  [
    'issuedOn',
    'purchasedate dateofpurchase datepurchased purchasedon boughton datebought sold soldon datesold saledate orderdate date',
  ],
  [
    'expiryDate',
    'lastday lastvalidday expirydate expiry expires expireson expiresat dateexpires expirationdate expiration',
  ],
  ['expiryDate', 'validuntil validto validtill until useby enddate'],
  ['recipientName', 'recipient recipientname recipientsname nameofrecipient for to toname givento holder'],
  [
    'buyerName',
    'buyer buyername buyersname purchaser purchasername purchasedby boughtby from fromname sender sendername payer givenby',
  ],
  ['recipientName', 'name customer customername client clientname fullname'],
  ['buyerName', 'customer customername client clientname'],
  ['recipientEmail', 'email emailaddress mail customeremail'],
  ['note', 'note notes comment comments remark remarks memo'],
]

/** "Balance (£)" and "balance_gbp" are "balance". */
const plainName = (heading: string) =>
  heading
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/(gbp|inpounds|pounds)$/, '')

/** Finds the columns by their headings. */
export function matchColumns(headings: readonly string[]): Columns {
  const plain = headings.map(plainName)
  const columns: Columns = {}
  for (const [field, names] of NAMES) {
    if (columns[field] !== undefined) continue
    const taken = new Set(Object.values(columns))
    const found = names.split(' ').flatMap((name) => plain.flatMap((one, at) => (one === name ? [at] : [])))
    const column = found.find((at) => !taken.has(at))
    if (column !== undefined) columns[field] = column
  }
  return columns
}

/** Lists begin with a title, a date or an address now and then. */
const ROWS_BEFORE_HEADINGS = 10

/**
 * Returns the row with the headings and the rows below it. Without headings, `headings` is undefined: then the first row
 * is a voucher. A first row without a digit has headings that we do not know.
 */
export function findHeadings(rows: readonly TableRow[]): {
  headings: string[] | undefined
  rows: TableRow[]
} {
  const known = rows.slice(0, ROWS_BEFORE_HEADINGS).findIndex(({ cells }) => {
    const columns = matchColumns(cells)
    const isVoucher = columns.code !== undefined || columns.balance !== undefined
    return isVoucher && Object.keys(columns).length > 1
  })
  const first = rows[0]?.cells ?? []
  const at = known >= 0 ? known : first.some((cell) => /\d/.test(cell)) ? -1 : 0
  return { headings: at < 0 ? undefined : rows[at]?.cells, rows: rows.slice(at + 1) }
}
