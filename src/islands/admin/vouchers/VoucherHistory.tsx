import type { VoucherDetail } from '#contract/vouchers/admin-vouchers.ts'
import { dateTime, pounds, signedPounds } from '#islands/admin/shared/format.ts'
import { ENTRY } from '#islands/admin/vouchers/voucher-labels.ts'
import { openDialog } from '#islands/admin/vouchers/vouchers.store.ts'
import { ExactText } from '#ui/ExactText.tsx'

/** The voucher's ledger entries, newest first. */
export function VoucherHistory({ voucher, entries }: Pick<VoucherDetail, 'voucher' | 'entries'>) {
  return (
    <section aria-labelledby="ledger">
      <h3 id="ledger">
        History{' '}
        <span className="font-normal text-soft">
          {`${entries.length} ${entries.length === 1 ? 'entry' : 'entries'}`}
        </span>
      </h3>
      <ol className="ledger">
        {entries.map((entry) => (
          <li key={entry.id}>
            <p className="ledger-line font-semibold">
              <span>{ENTRY[entry.kind]}</span>
              <span translate="no">{signedPounds(entry.amount)}</span>
            </p>
            <p className="ledger-line">
              <span>
                <ExactText>{entry.description}</ExactText>
              </span>
              <span className="text-soft">
                <ExactText>{`${pounds(entry.balanceAfter)} left`}</ExactText>
              </span>
            </p>
            {entry.adminNotes && <p className="text-small text-soft">{`Notes: ${entry.adminNotes}`}</p>}
            <p className="ledger-who">
              <span>{dateTime(entry.timestamp)}</span>{' '}
              <span>
                <ExactText>{entry.by}</ExactText>
              </span>
              {entry.canUndo && (
                <button
                  type="button"
                  className="text-button"
                  aria-label={`Undo: ${ENTRY[entry.kind]} ${signedPounds(entry.amount)}`}
                  onClick={() => (openDialog.value = { name: 'undo', voucher, entry })}
                >
                  Undo
                </button>
              )}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
