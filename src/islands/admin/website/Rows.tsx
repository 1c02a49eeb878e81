import { useSignals } from '@preact/signals-react/runtime'
import { useRef, type ComponentType } from 'react'
import { readPart } from '#islands/admin/website/website-parts.ts'
import { addRow, draft, errors, removeRow } from '#islands/admin/website/website.store.ts'
import { Button } from '#ui/Button.tsx'
import { CloseIcon } from '#ui/icons.tsx'

interface Props<Row extends { key: number }> {
  /** Of the list in the draft. */
  path: string
  title: string
  addLabel: string
  blank: () => Row
  max: number
  /** Names a row for screen readers. */
  nameOf: (at: number, row: Row) => string
  /** The field of a new row that takes the focus. */
  first: string
  Row: ComponentType<{ path: string; row: Row }>
  /** Each row is a line of a table, whose labels are above the first. */
  isTable?: boolean
  /** Instead of rows, if there are none. */
  empty?: string
}

/** A list of rows that can be added and removed. */
export function Rows<Row extends { key: number }>({
  path,
  title,
  addLabel,
  blank,
  max,
  nameOf,
  first,
  Row,
  isTable = false,
  empty,
}: Props<Row>) {
  useSignals()
  const list = useRef<HTMLFieldSetElement>(null)
  const rows = readPart(draft.value!, path) as Row[]
  const focus = (selector: string) =>
    // Once the row is there, or gone.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(selector)?.focus())
  return (
    <fieldset ref={list} className={`website-rows ${isTable ? 'website-table' : ''}`}>
      <legend className="website-legend">{title}</legend>
      {errors.value[path] && <p className="field-error">{errors.value[path]}</p>}
      {rows.length === 0 && empty && <p className="text-soft">{empty}</p>}
      {rows.map((row, at) => (
        <div key={row.key} role="group" aria-label={nameOf(at, row)} className="website-row">
          <Row path={`${path}.${at}`} row={row} />
          <button
            type="button"
            className="button-sign"
            aria-label={`Remove ${nameOf(at, row)}`}
            onClick={() => {
              removeRow(path, at)
              focus('.website-add')
            }}
          >
            <CloseIcon />
          </button>
        </div>
      ))}
      <Button
        variant="quiet"
        className="website-add button-compact justify-self-start"
        disabled={rows.length >= max}
        onClick={() => {
          addRow(path, blank())
          focus(`[name="${path}.${rows.length}.${first}"]`)
        }}
      >
        {addLabel}
      </Button>
    </fieldset>
  )
}
