import { useSignals } from '@preact/signals-react/runtime'
import { useRef, useState } from 'react'
import { longPounds } from '#contract/base/money.ts'
import { addDays } from '#contract/base/send-date.ts'
import { withCommas } from '#contract/base/text.ts'
import { FileChooser } from '#islands/admin/vouchers/import/FileChooser.tsx'
import { describeLeftOut, FIELD_LABELS, ONLY_ENDS } from '#islands/admin/vouchers/import/import-labels.ts'
import { focusOpenQuestion, ImportQuestions } from '#islands/admin/vouchers/import/ImportQuestions.tsx'
import { ImportRows } from '#islands/admin/vouchers/import/ImportRows.tsx'
import { columnFields } from '#islands/admin/vouchers/import/match-columns.ts'
import {
  assignColumn,
  bringIn,
  checkCodes,
  checkProblem,
  columnNames,
  columns,
  drafts,
  faulty,
  giveLastDay,
  hasOnlyEnds,
  holderEmails,
  included,
  includedPence,
  isMatched,
  leaveOut,
  openQuestions,
  pastDrafts,
  pending,
  progress,
  table,
  unusedColumns,
} from '#islands/admin/vouchers/import/voucher-import.store.ts'
import { countVouchers } from '#islands/admin/vouchers/voucher-labels.ts'
import { sendBounds } from '#islands/checkout/send-bounds.ts'
import { Button } from '#ui/Button.tsx'
import { ExactText } from '#ui/ExactText.tsx'
import { Field } from '#ui/Field.tsx'
import { focusFirstError } from '#ui/focus.ts'
import { Select } from '#ui/Select.tsx'

/** The rows of the chosen file as they will be imported. */
export function ImportReview() {
  useSignals()
  const place = useRef<HTMLDivElement>(null)
  const isPending = pending.value !== undefined
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 wrap-anywhere">
          <strong translate="no">{table.value?.name}</strong>
          <span>{`, ${countVouchers(table.value?.rows.length ?? 0)}`}</span>
        </p>
        {!isPending && <FileChooser label="Choose another file" isQuiet />}
      </div>
      {!isPending && <ColumnChoice key={table.value?.id} />}
      {!isPending && <ImportQuestions />}
      {!isMatched.value && (
        <p className="message">Please choose the columns that hold the codes and the balances.</p>
      )}
      {isMatched.value && hasOnlyEnds.value && (
        <p role="alert" className="message message-bad">
          {ONLY_ENDS}
        </p>
      )}
      {isMatched.value && !hasOnlyEnds.value && (
        <div ref={place} className="grid max-w-[52rem] gap-5">
          {!isPending && <LeftOut />}
          {!isPending && <FaultActions />}
          <ImportRows />
          {columns.value.recipientEmail !== undefined && <HolderEmailsChoice isFixed={isPending} />}
          <Decision onFaults={() => place.current && focusFirstError(place.current)} />
        </div>
      )}
    </>
  )
}

/** Lets the owner choose the column of each field. Opens if a column is unused or a needed one is missing. Only the owner closes it. */
function ColumnChoice() {
  useSignals()
  const { headings, rows = [] } = table.value ?? {}
  const unused = unusedColumns.value
  const isNeeded = !isMatched.value || unused.length > 0
  const [isOpen, setOpen] = useState(isNeeded)
  if (isNeeded && !isOpen) setOpen(true)
  const exampleOf = (column: number | undefined) =>
    column === undefined ? undefined : rows.find(({ cells }) => cells[column])?.cells[column]?.slice(0, 60)
  return (
    <details open={isOpen}>
      <summary className="py-3">Columns</summary>
      {!headings && (
        <p className="message mb-4">
          The first row of this file does not name the columns, so please choose what each one holds.
        </p>
      )}
      {unused.length > 0 && (
        <p className="message mb-4 wrap-anywhere">
          <span>Not used: </span>
          <span translate="no">{unused.join(', ')}</span>
        </p>
      )}
      <div className="fields">
        {columnFields.map((field) => {
          const example = exampleOf(columns.value[field])
          return (
            <Select
              key={field}
              label={FIELD_LABELS[field]}
              optional={field !== 'code' && field !== 'balance'}
              value={columns.value[field] ?? ''}
              hint={example && <ExactText names={[example]}>{`For example ${example}`}</ExactText>}
              onChange={({ target }) => assignColumn(field, target.value)}
            >
              <option value="">Not in the file</option>
              {columnNames.value.map((name, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- columns have no other identity
                <option key={at} value={at}>
                  {name}
                </option>
              ))}
            </Select>
          )
        })}
      </div>
    </details>
  )
}

/** What is left out because of its status in the other system. */
function LeftOut() {
  useSignals()
  const found = Object.groupBy(
    drafts.value.filter(({ isLeftOut }) => isLeftOut),
    ({ status }) => status,
  )
  return (['inactive', 'unclear'] as const).map((status) => {
    const rows = found[status] ?? []
    if (rows.length === 0) return null
    const texts = rows.map(({ statusText }) => statusText)
    return (
      <div key={status} className="message import">
        <p>
          <ExactText names={texts}>{describeLeftOut(status, texts)}</ExactText>
        </p>
        {status === 'unclear' && (
          <div>
            <Button variant="quiet" className="button-compact" onClick={() => leaveOut(rows, false)}>
              {rows.length === 1 ? 'Include this voucher' : `Include these ${countVouchers(rows.length)}`}
            </Button>
          </div>
        )}
      </div>
    )
  })
}

/** What is to be corrected, and ways to do that for many rows at once. */
function FaultActions() {
  useSignals()
  const count = faulty.value.length
  if (count === 0) return null
  return (
    <div className="message message-bad import">
      <p>
        {count === 1
          ? 'One row cannot be imported as it is. Please correct it below, or leave it out.'
          : `${withCommas(count)} rows cannot be imported as they are. Please correct them below, or leave them out.`}
      </p>
      {pastDrafts.value.length > 0 && <LaterDay />}
      <div>
        <Button variant="quiet" className="button-compact" onClick={() => leaveOut(faulty.value)}>
          {count === 1 ? 'Leave this row out' : `Leave these ${withCommas(count)} rows out`}
        </Button>
      </div>
    </div>
  )
}

function LaterDay() {
  useSignals()
  const { today } = sendBounds()
  const [day, setDay] = useState(addDays(today, 365))
  const count = pastDrafts.value.length
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Field
        label={
          count === 1
            ? 'New last day for the expired voucher'
            : `New last day for the ${withCommas(count)} expired vouchers`
        }
        type="date"
        min={today}
        value={day}
        onChange={({ target }) => setDay(target.value)}
      />
      <Button
        variant="quiet"
        className="button-compact"
        disabled={day < today}
        onClick={() => giveLastDay(day)}
      >
        Set this last day
      </Button>
    </div>
  )
}

function HolderEmailsChoice({ isFixed }: { isFixed: boolean }) {
  useSignals()
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={holderEmails.value}
        disabled={isFixed}
        onChange={({ target }) => (holderEmails.value = target.checked)}
      />
      <span>Email the recipients after each use, and remind them before the last day</span>
      <span className="field-hint">
        Please leave this unticked if they do not expect emails from you. You can still turn it on for each
        voucher later.
      </span>
    </label>
  )
}

/** What will be imported, and the button that does it. */
function Decision({ onFaults }: { onFaults: () => void }) {
  useSignals()
  const count = included.value.length
  const running = progress.value

  async function press() {
    if (!pending.value && openQuestions.value.length > 0) return focusOpenQuestion()
    await bringIn()
    if (faulty.value.length > 0) onFaults()
  }

  return (
    <div className="grid max-w-[52rem] gap-5">
      <dl className="summary">
        <div className="summary-total">
          <dt>To import</dt>
          <dd>
            <span>{countVouchers(count)}</span>
            <span translate="no">{`, ${longPounds(includedPence.value)}`}</span>
          </dd>
        </div>
      </dl>
      <div role="status">
        {running && <p>{`${running === 'check' ? 'Checking' : 'Importing'} ${countVouchers(count)}...`}</p>}
      </div>
      {checkProblem.value !== '' && (
        <div role="alert" className="message message-bad">
          <p>{checkProblem.value}</p>
          <button type="button" className="text-button" onClick={() => void checkCodes()}>
            Check again
          </button>
        </div>
      )}
      {pending.value && !running && (
        <p role="alert" className="message">
          We cannot tell whether the vouchers have been imported. Please press “Try again”. Nothing will be
          imported twice.
        </p>
      )}
      <Button
        className="justify-self-start"
        pendingLabel={running ? (running === 'check' ? 'Checking...' : 'Importing...') : undefined}
        disabled={count === 0}
        onClick={() => void press()}
      >
        {pending.value ? 'Try again' : `Import ${countVouchers(count)}`}
      </Button>
    </div>
  )
}
