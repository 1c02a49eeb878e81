import { useSignals } from '@preact/signals-react/runtime'
import { refusedCode } from '#islands/admin/vouchers/search-by-code.ts'

const NAMES = 'You can type just the first few letters of each name, in any order. You can leave out accents.'
const CODES =
  'To find a voucher, you can also type the first or last four letters or digits of its code, or the whole code.'
const NUMBERS = 'To find a purchase, you can also type its number.'
const PHONES = 'You can type phone numbers in any format.'

/** How to search, by what is searched. */
const HELP: Record<string, string> = {
  everything: `${NAMES} ${CODES} ${NUMBERS} ${PHONES}`,
  vouchers: `${NAMES} ${CODES} ${NUMBERS}`,
  orders: `${NAMES} ${NUMBERS} ${PHONES}`,
  customers: `${NAMES} ${PHONES}`,
  requests: `${NAMES} ${PHONES}`,
}

const isVoucherSearch = (things: string) => things === 'vouchers' || things === 'everything'

const HAS_NUMBERS = new Set(['everything', 'vouchers', 'orders'])

/** Says what was searched for without success, and how to search. */
export function SearchHelp({ search, things }: { search: string; things: string }) {
  useSignals()
  const refusal = isVoucherSearch(things) && refusedCode.value?.text === search && refusedCode.value.sentence
  return (
    <>
      <p className="wrap-anywhere">
        Nothing for “<bdi translate="no">{search}</bdi>”.{' '}
        <span>
          {refusal
            ? `${refusal}.`
            : `Try the first letters of a name${HAS_NUMBERS.has(things) ? ', or a number' : ''}.`}
        </span>
      </p>
      <details className="text-small">
        <summary>How to search</summary>
        <p className="mt-1">{HELP[things] ?? NAMES}</p>
      </details>
    </>
  )
}
