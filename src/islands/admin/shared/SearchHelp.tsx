const NAMES = 'You can type just the first few letters of each name, in any order. You can leave out accents.'
const CODES = 'For a voucher, type the first or last four characters of its code, or the whole code.'
const NUMBERS = 'For a purchase, type its number.'
const PHONES = 'You can type a phone number in any format.'

/** How to search, by what is searched. */
const HELP: Record<string, string> = {
  everything: `${NAMES} ${CODES} ${NUMBERS} ${PHONES}`,
  vouchers: `${NAMES} ${CODES} ${NUMBERS}`,
  orders: `${NAMES} ${NUMBERS} ${PHONES}`,
  customers: `${NAMES} ${PHONES}`,
}

/** Says what was searched for without success, and how to search. */
export function SearchHelp({ search, things }: { search: string; things: string }) {
  return (
    <>
      <p className="wrap-anywhere">
        You searched for “<bdi translate="no">{search}</bdi>”. Please check the spelling.
      </p>
      <p className="text-small">{HELP[things] ?? NAMES}</p>
    </>
  )
}
