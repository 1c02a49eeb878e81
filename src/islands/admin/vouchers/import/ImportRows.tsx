import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { longPounds, type Pence } from '#contract/money.ts'
import { withCommas } from '#contract/text.ts'
import { shortDate } from '#islands/admin/shared/format.ts'
import { FIELD_LABELS } from '#islands/admin/vouchers/import/import-labels.ts'
import {
  correct,
  drafts,
  leaveOut,
  pending,
  type Draft,
} from '#islands/admin/vouchers/import/voucher-import.store.ts'
import { sendBounds } from '#islands/checkout/send-bounds.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { Select } from '#ui/Select.tsx'

/** Rows that are rendered at a time. */
const PAGE = 50

/** Each row as it will be, with a field for each fault. A row that was corrected stays where it is. */
export function ImportRows() {
  useSignals()
  const [shown, setShown] = useState(PAGE)
  const [filter, setFilter] = useState<'all' | 'faults'>('all')
  const needsAttention = ({ corrected, isLeftOut }: Draft) => corrected.length > 0 || isLeftOut
  const attention = drafts.value.filter(needsAttention)
  const isFiltered = filter === 'faults' && attention.length > 0
  // What is to be corrected comes first.
  const rows = isFiltered ? attention : [...attention, ...drafts.value.filter((row) => !needsAttention(row))]
  return (
    <section className="import" aria-label="Rows of the file">
      {attention.length > 0 && attention.length < drafts.value.length && (
        <Select
          label="Show"
          value={filter}
          onChange={({ target }) => setFilter(target.value as typeof filter)}
        >
          <option value="all">{`All ${withCommas(drafts.value.length)} rows`}</option>
          <option value="faults">{`Only rows to correct or leave out (${withCommas(attention.length)})`}</option>
        </Select>
      )}
      <ol className="entries">
        {rows.slice(0, shown).map((row) => (
          <Row key={row.at} row={row} />
        ))}
      </ol>
      {rows.length > shown && (
        <Button
          variant="quiet"
          className="button-compact justify-self-start"
          onClick={() => setShown(shown + PAGE)}
        >
          {`Show ${withCommas(Math.min(PAGE, rows.length - shown))} more of ${withCommas(rows.length)}`}
        </Button>
      )}
    </section>
  )
}

function Row({ row }: { row: Draft }) {
  useSignals()
  const { number, read, isLeftOut } = row
  return (
    <li className="entry">
      <div className={isLeftOut ? 'text-soft' : ''}>
        <div className="entry-head">
          <span className="entry-name" translate="no">
            {read.code ?? row.texts.code ?? '–'}
          </span>
          <span className="text-small text-soft">
            {isLeftOut ? `Row ${number}, left out` : `Row ${number}`}
          </span>
        </div>
        <People row={row} />
      </div>
      {!isLeftOut && <Figures row={row} />}
      {!isLeftOut && row.corrected.length > 0 && <Corrections row={row} />}
      {!pending.value && (row.corrected.length > 0 || isLeftOut) && (
        <label className="check">
          <input
            type="checkbox"
            checked={isLeftOut}
            onChange={({ target }) => leaveOut([row], target.checked)}
          />
          <span>{`Leave row ${number} out`}</span>
        </label>
      )}
    </li>
  )
}

/** Who is named, when it was issued and the note, each on a line of its own. */
function People({ row: { read } }: { row: Draft }) {
  const { recipientName, recipientEmail, buyerName, issuedOn, note } = read
  return (
    <div className="entry-text">
      {(recipientName ?? recipientEmail) && (
        <p>
          <span>For </span>
          <bdi translate="no">{[recipientName, recipientEmail].filter(Boolean).join(', ')}</bdi>
        </p>
      )}
      {buyerName && (
        <p>
          <span>From </span>
          <bdi translate="no">{buyerName}</bdi>
        </p>
      )}
      {issuedOn && <p>{`Issued on ${shortDate(issuedOn)}`}</p>}
      {note && <p className="whitespace-pre-line">{note}</p>}
    </div>
  )
}

function Figures({ row: { read, faults } }: { row: Draft }) {
  const has = (field: keyof typeof FIELD_LABELS) => faults.some((fault) => fault.field === field)
  return (
    <dl className="entry-figures">
      <div>
        <dt>Balance</dt>
        <dd translate="no">{has('balance') ? '–' : sum(read.balance)}</dd>
      </div>
      <div>
        <dt>Original amount</dt>
        <dd translate="no">{has('originalAmount') ? '–' : sum(read.originalAmount ?? read.balance)}</dd>
      </div>
      <div>
        <dt>Last valid day</dt>
        <dd>{has('expiryDate') ? '–' : shortDate(read.expiryDate ?? sendBounds().lastDay)}</dd>
      </div>
    </dl>
  )
}

const sum = (pence: Pence | undefined) => (pence === undefined ? '–' : longPounds(pence))

/** A field for each fault. It stays after it was corrected, because the focus may be in it. */
function Corrections({ row: { at, number, texts, faults, corrected } }: { row: Draft }) {
  useSignals()
  return (
    <fieldset className="fields import-corrections">
      <legend className="sr-only">{`Row ${number}`}</legend>
      {corrected.map((field) => (
        <Field
          key={field}
          label={FIELD_LABELS[field]}
          autoComplete="off"
          spellCheck={false}
          readOnly={pending.value !== undefined}
          value={texts[field] ?? ''}
          error={faults.find((fault) => fault.field === field)?.message}
          onChange={({ target }) => correct(at, field, target.value)}
        />
      ))}
    </fieldset>
  )
}
