import { useSignals } from '@preact/signals-react/runtime'
import { useRef, type ReactNode } from 'react'
import type { Slot } from '#islands/admin/website/slot.ts'
import { Button } from '#ui/Button.tsx'
import { CloseIcon } from '#ui/icons.tsx'

interface Props<Row> {
  list: Slot<Row[]>
  title: string
  addLabel: string
  blank: Row
  max: number
  /** Names a row for screen readers. */
  nameOf: (at: number, row: Row) => string
  /** Each row is a line of a table, whose labels are above the first. */
  isTable?: boolean
  /** The heading of the section says the same as `title`. */
  isAlone?: boolean
  /** Instead of rows, if there are none. */
  empty?: string
  children: (row: Slot<Row>) => ReactNode
}

/** A list of rows that can be added and removed. */
export function Rows<Row>({
  list,
  title,
  addLabel,
  blank,
  max,
  nameOf,
  isTable = false,
  isAlone = false,
  empty,
  children,
}: Props<Row>) {
  useSignals()
  const place = useRef<HTMLFieldSetElement>(null)
  // Prices of a therapy that came with a deploy while others were typed.
  const rows = (list.value as typeof list.value | undefined) ?? []
  const focus = (selector: string) =>
    // Once the row is there, or gone.
    requestAnimationFrame(() => place.current?.querySelector<HTMLElement>(selector)?.focus())
  return (
    <fieldset ref={place} className="grid gap-3">
      <legend className={isAlone ? 'sr-only' : 'pb-2.5 font-[560]'}>{title}</legend>
      {list.error && <p className="field-error">{list.error}</p>}
      {rows.length === 0 && empty && <p className="text-soft">{empty}</p>}
      {rows.map((row, at) => (
        <div
          key={list.at(at).name}
          role="group"
          aria-label={nameOf(at, row)}
          className={`website-row grid grid-cols-[minmax(0,1fr)_auto] gap-2 ${isTable ? '' : 'border-t border-rule pt-3'} ${isTable && at > 0 ? '[&_.field>label]:sr-only' : ''}`}
        >
          {children(list.at(at))}
          <button
            type="button"
            // Beside the first field, not its label.
            className={`button-sign ${isTable && at > 0 ? '' : 'mt-7.5'}`}
            aria-label={`Remove ${nameOf(at, row)}`}
            onClick={() => {
              list.set(rows.filter((_, index) => index !== at))
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
          list.set([...rows, blank])
          focus('.website-row:nth-last-child(2) input')
        }}
      >
        {addLabel}
      </Button>
    </fieldset>
  )
}
