const NAMES = 'You can search for the beginnings of the words of a name, in any order and without accents.'
const CODES = 'For a voucher, type the first or last four characters of its code, or the whole code.'
const NUMBERS = 'For a purchase, type its number.'

/** How to search, by what is searched. */
const HELP: Record<string, string> = {
  everything: `${NAMES} ${CODES} ${NUMBERS}`,
  vouchers: `${NAMES} ${CODES} ${NUMBERS}`,
  orders: `${NAMES} ${NUMBERS}`,
  customers: NAMES,
}

/** Says what was searched for without success, and how to search. */
export function SearchHelp({ search, things }: { search: string; things: string }) {
  return (
    <>
      <p className="wrap-anywhere">
        You searched for “<bdi>{search}</bdi>”. Please check the spelling.
      </p>
      <p className="text-small">{HELP[things] ?? NAMES}</p>
    </>
  )
}
