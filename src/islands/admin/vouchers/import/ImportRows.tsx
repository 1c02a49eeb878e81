import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { longPounds, type Pence } from '#contract/base/money.ts'
import { withCommas } from '#contract/base/text.ts'
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
  // What is to be corrected comes first, then what is not active in the other system.
  const { first = [], second = [], last = [] } = Object.groupBy(drafts.value, placeOf)
  const attention = [...first, ...second]
  const isFiltered = filter === 'faults' && attention.length > 0
  const rows = isFiltered ? attention : [...attention, ...last]
  return (
    <section className="grid max-w-[52rem] gap-5" aria-label="Rows of the file">
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

/** A row that is included again, or left out, stays where it is. */
function placeOf({ corrected, status, isLeftOut }: Draft): 'first' | 'second' | 'last' {
  if (status !== 'active') return 'second'
  return corrected.length > 0 || isLeftOut ? 'first' : 'last'
}

function Row({ row }: { row: Draft }) {
  useSignals()
  const { number, read, isLeftOut } = row
  return (
    <li className="entry">
      <div className={`entry-main ${isLeftOut ? 'text-soft' : ''}`}>
        <div className="entry-head justify-between">
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
      {!pending.value && placeOf(row) !== 'last' && (
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

/** Its status if it is not active, who is named, when it was issued and the note, each on a line of its own. */
function People({ row: { read, status, statusText } }: { row: Draft }) {
  const { recipientName, recipientEmail, buyerName, issuedOn, note } = read
  return (
    <div className="entry-text">
      {status !== 'active' && statusText !== '' && (
        <p>
          <span>In the other system: </span>
          <bdi>{statusText}</bdi>
        </p>
      )}
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
    <fieldset className="fields">
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
