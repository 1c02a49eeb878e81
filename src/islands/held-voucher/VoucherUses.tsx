import { longPounds, parsePence } from '#contract/base/money.ts'
import type { HeldVoucher } from '#contract/vouchers/held-vouchers.ts'

type Entry = NonNullable<HeldVoucher['entries']>[number]

const KINDS: Record<Entry['kind'], string> = {
  issue: 'Issued',
  redeem: 'Used',
  adjust: 'Corrected',
  refund: 'Refunded',
  expire: 'Expired',
  reverse: 'Undone',
}

/** What happened to the balance, the latest first. Without the link of our email: how to see it. */
export function VoucherUses({ entries }: Pick<HeldVoucher, 'entries'>) {
  return (
    <div className="w-full">
      <h3 className="mb-2">History</h3>
      {entries ? <Entries entries={entries} /> : <HowToSee />}
    </div>
  )
}

function HowToSee() {
  return (
    <p className="text-small text-soft">
      If we emailed you this voucher, please open it with the link in that email to see when it was used. If
      you cannot find the email, we can <a href="#lost">send it again</a>. For a voucher on paper, please ask
      us.
    </p>
  )
}

function Entries({ entries }: { entries: readonly Entry[] }) {
  return (
    <ol className="w-full border-b border-rule tabular-nums">
      {entries.toReversed().map((entry, index) => (
        <li
          // oxlint-disable-next-line react/no-array-index-key -- entries have no other identity
          key={index}
          className="flex flex-wrap items-baseline justify-between gap-x-6 border-t border-rule py-3"
        >
          <span>
            <span className="block font-medium">{KINDS[entry.kind]}</span>
            <span className="block text-small text-soft">{shortDay(entry.day)}</span>
          </span>
          <span className="ml-auto text-right">
            <span className="block font-medium" translate="no">
              {signed(entry)}
            </span>
            <span className="block text-small text-soft">
              <span translate="no">{longPounds(parsePence(entry.balanceAfter) ?? 0)}</span> left
            </span>
          </span>
        </li>
      ))}
    </ol>
  )
}

/** "+£50.00", "−£20.00" */
function signed({ amount }: Entry): string {
  const pence = parsePence(amount) ?? 0
  return `${pence < 0 ? '−' : '+'}${longPounds(Math.abs(pence))}`
}

/** Formats 2026-11-21 as "21 November 2026". */
const shortDay = (day: string) =>
  new Date(day).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
