const NAMES = 'Names are found by the beginnings of their words, in any order and without accents.'
const CODES = 'A voucher is found by the first or last four characters of its code, or by the whole code.'
const NUMBERS = 'A purchase is found by its number.'

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
        You searched for “<bdi translate="no">{search}</bdi>”. Please check the spelling.
      </p>
      <p className="text-small">{HELP[things] ?? NAMES}</p>
    </>
  )
}
