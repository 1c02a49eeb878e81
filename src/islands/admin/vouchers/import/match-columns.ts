import { importFields } from '#contract/vouchers/voucher-import.ts'
import { plainHeading } from '#islands/admin/vouchers/import/plain-heading.ts'
import { readStatus } from '#islands/admin/vouchers/import/read-status.ts'
import type { TableRow } from '#islands/admin/vouchers/import/read-table.ts'

export type ImportField = (typeof importFields)[number]

/** What a column may hold: a field, or the status, which only decides which rows are left out. */
export const columnFields = [...importFields, 'status'] as const
export type ColumnField = (typeof columnFields)[number]

/** The column of each field, from 0; none for a field that is not in the file. */
export type Columns = Partial<Record<ColumnField, number>>

/**
 * Names of columns in other systems and in lists that people write, the likeliest first, without spaces and punctuation.
 * A field that comes twice takes the later names only if nobody else does: "Amount" is what is left where nothing else is.
 */
const NAMES: readonly [field: ColumnField, names: string][] = [
  [
    'recipientEmail',
    'recipientemail recipientemailaddress recipientsemail toemail emailofrecipient emailaddressofrecipient holderemail',
  ],
  [
    'code',
    'code vouchercode giftvouchercode giftcardcode giftcode certificatecode couponcode cardcode fullcode redemptioncode redeemcode codeofvoucher',
  ],
  [
    'code',
    'vouchernumber voucherno vouchernr vouchernum vouchernumbers numberofvoucher giftcardnumber giftcardno giftvouchernumber giftvoucherno cardnumber cardno certificatenumber certificateno couponnumber serialnumber serialno serial barcode number no',
  ],
  [
    'code',
    'voucher vouchers giftvoucher giftvouchers giftcard giftcards card giftcertificate certificate coupon voucherid giftvoucherid giftcardid cardid voucherref voucherreference',
  ],
  // Of our own export, and of systems that show no whole code: what is below them is refused.
  [
    'code',
    'codeendsin codeends endsin endingin lastcharacters lastfour last4 lastdigits lastfourdigits last4digits',
  ],
  [
    'balance',
    'balance currentbalance remainingbalance balanceremaining remaining remainingvalue remainingamount amountremaining valueremaining currentvalue currentamount balanceleft',
  ],
  [
    'balance',
    'left amountleft valueleft moneyleft lefttospend stillleft whatisleft available availablebalance availableamount amountavailable outstanding outstandingbalance outstandingamount amountoutstanding unspent',
  ],
  [
    'originalAmount',
    'originalamount original originalvalue originalbalance originalprice initialamount initialvalue initialbalance startingbalance startingvalue openingbalance issuedamount issuedvalue amountissued loadedamount',
  ],
  [
    'originalAmount',
    'facevalue nominalvalue denomination purchaseamount purchasevalue purchaseprice soldfor amountsold saleprice saleamount amountpaid paidamount valuepaid pricepaid totalpaid',
  ],
  [
    'balance',
    'value amount total price worth vouchervalue voucheramount giftcardvalue giftvouchervalue cardvalue',
  ],
  [
    'originalAmount',
    'amount value total price worth vouchervalue voucheramount giftcardvalue giftvouchervalue cardvalue cost',
  ],
  [
    'issuedOn',
    'issued issuedon issuedat issuedate dateissued dateofissue created createdat createdon createddate datecreated creationdate dateofcreation activatedon activationdate',
  ],
  [
    'issuedOn',
    'purchasedate dateofpurchase datepurchased purchasedon boughton datebought sold soldon datesold dateofsale saledate salesdate orderdate orderedon date',
  ],
  [
    'expiryDate',
    'lastday lastvalidday lastdayofvalidity expirydate dateofexpiry expiry expires expireson expiresat expiresafter expiredate dateexpires expirationdate dateofexpiration expiration expirydatetime',
  ],
  [
    'expiryDate',
    'validuntil validto validtill validthru validthrough validityend goodto gooduntil goodtill goodthru goodthrough until useby usebefore usebydate redeemby redeembefore bestbefore tobeusedby enddate dateend endson',
  ],
  [
    'recipientName',
    'recipient recipientname recipientsname recipientfullname nameofrecipient for to toname givento holder holdername nameofholder cardholder cardholdername beneficiary giftee',
  ],
  [
    'buyerName',
    'buyer buyername buyersname nameofbuyer purchaser purchasername purchasersname nameofpurchaser purchasedby boughtby orderedby soldto from fromname sender sendername nameofsender payer payername giver givenby gifter',
  ],
  [
    'recipientName',
    'name names customer customername customersname nameofcustomer client clientname clientsname nameofclient guest guestname nameofguest patient patientname nameofpatient fullname person',
  ],
  [
    'buyerName',
    'customer customername customersname nameofcustomer client clientname clientsname nameofclient guest guestname nameofguest patient patientname nameofpatient',
  ],
  ['recipientEmail', 'email emails emailaddress emailid mail customeremail clientemail guestemail'],
  ['note', 'note notes comment comments remark remarks memo internalnote staffnote adminnote'],
  [
    'status',
    'status voucherstatus giftvoucherstatus giftcardstatus cardstatus codestatus currentstatus statusofvoucher active isactive currentlyactive enabled isenabled redeemable isredeemable canberedeemed canbeused canredeem usable isusable live islive activated',
  ],
  [
    'status',
    'disabled isdisabled inactive isinactive notactive deactivated isdeactivated blocked isblocked frozen isfrozen suspended cancelled canceled iscancelled iscanceled void voided isvoid isvoided revoked deleted isdeleted archived isarchived disabledat deactivatedat cancelledat canceledat voidedat',
  ],
  [
    'status',
    'state currentstate voucherstate cardstate condition valid isvalid stillvalid invalid redeemed isredeemed fullyredeemed alreadyredeemed used isused alreadyused usedup spent claimed isclaimed expired isexpired refunded isrefunded closed isclosed locked islocked lost stolen disabledon voidedon cancelledon',
  ],
]

/**
 * Finds the columns by their headings. "Used" may be an amount and "State" a county, so a status must be one in most cells;
 * only "Status" and "Active" themselves may hold words that we do not know.
 */
export function matchColumns(headings: readonly string[], rows: readonly TableRow[] = []): Columns {
  const plain = headings.map(plainHeading)
  const columns: Columns = {}
  for (const [field, names] of NAMES) {
    if (columns[field] !== undefined) continue
    const taken = new Set(Object.values(columns))
    const found = names.split(' ').flatMap((name) => plain.flatMap((one, at) => (one === name ? [at] : [])))
    const column = found.find(
      (at) => !taken.has(at) && (field !== 'status' || isStatus(at, headings[at] ?? '', rows)),
    )
    if (column !== undefined) columns[field] = column
  }
  return columns
}

/** Names under which nothing but a status is meant. */
const STATUS = /status$|^(?:is|currently)?(?:active|enabled|redeemable|usable)$|^canbe/

function isStatus(column: number, heading: string, rows: readonly TableRow[]): boolean {
  const cells = rows.map(({ cells }) => cells[column] ?? '').filter((cell) => cell !== '')
  if (rows.length > 0 && cells.length === 0) return false
  if (STATUS.test(plainHeading(heading))) return true
  return cells.filter((cell) => readStatus(cell, heading) !== 'unclear').length * 2 >= cells.length
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
    const { status: _, ...columns } = matchColumns(cells)
    const isVoucher = columns.code !== undefined || columns.balance !== undefined
    // A row with an amount or a number is a voucher, although "Gift voucher" and "Total" are in it.
    return isVoucher && Object.keys(columns).length > 1 && !cells.some((cell) => /^\W*\d[\d.,]*$/.test(cell))
  })
  const first = rows[0]?.cells ?? []
  const at = known >= 0 ? known : first.some((cell) => /\d/.test(cell)) ? -1 : 0
  return { headings: at < 0 ? undefined : rows[at]?.cells, rows: rows.slice(at + 1) }
}
