import { useEffect, useRef, type ComponentProps } from 'react'

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'onWheel' | 'ref'> {
  value: string
  onText: (text: string) => void
  /** Returns an inserted text as the input can hold it; undefined if it is no number. */
  read: (inserted: string) => string | undefined
  /** Called if what is typed or inserted is no number, of which the input would show a part or nothing. */
  onUnreadable: () => void
}

/** What the input takes as it is, wherever the cursor is. */
const PLAIN = /^-?[\d.]*$/

interface Insertion {
  text: string
  /** The value without it. */
  before: string
}

const NONE: Insertion = { text: '', before: '' }

/** Returns whether Chromium has left out a sign of the insertion, such as the second point of 12.50.50. */
function isCut(value: string, { text, before }: Insertion): boolean {
  const hasTwoPoints = text.includes('.') && before.includes('.')
  return !value.includes(text) || (hasTwoPoints && value.length === before.length + text.length - 1)
}

/** A number input that the mouse wheel does not change, and that never turns "5,00" into 500, as Chromium does. */
export function NumberInput({ onText, read, onUnreadable, ...input }: Props) {
  const element = useRef<HTMLInputElement>(null)
  const inserted = useRef(NONE)
  const isReadOnly = input.readOnly

  useEffect(() => {
    // React's own onBeforeInput is another event, which dictation and dropping do not fire everywhere.
    const handle = (event: InputEvent) => {
      inserted.current = NONE
      const input = element.current
      const data = event.data ?? event.dataTransfer?.getData('text/plain')
      if (!input || isReadOnly || !data || (data.length === 1 && data !== ',')) return
      // The input offers no other way to insert at the cursor.
      const insert = (text: string) => document.execCommand('insertText', false, text)
      const { value: before } = input
      const text = data.replace(/[^\d.-]/g, '')
      if (data === ',') {
        event.preventDefault()
        insert('.')
      } else if (PLAIN.test(data)) inserted.current = { text, before }
      else {
        event.preventDefault()
        if (read(data) === undefined) return onUnreadable()
        inserted.current = { text, before }
        // What is dropped comes to an input without the focus.
        input.focus()
        insert(text)
      }
    }
    const target = element.current
    target?.addEventListener('beforeinput', handle)
    return () => target?.removeEventListener('beforeinput', handle)
  }, [isReadOnly, onUnreadable, read])

  return (
    <input
      {...input}
      ref={element}
      type="number"
      onChange={({ target: { value, validity } }) =>
        validity.badInput || isCut(value, inserted.current) ? onUnreadable() : onText(value)
      }
      // React reports no change from '' to text that is no number, as Firefox lets one type.
      onInput={({ currentTarget }) => currentTarget.validity.badInput && onUnreadable()}
      // A focused one takes the wheel, so the page would not scroll.
      onWheel={({ currentTarget }) => currentTarget.blur()}
    />
  )
}
