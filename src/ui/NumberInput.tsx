import type { ComponentProps, InputEvent } from 'react'

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'onPaste' | 'onWheel'> {
  value: string
  onText: (text: string) => void
  /** Returns a pasted text as the input can hold it; undefined if it is no number. */
  read: (pasted: string) => string | undefined
  /** Called if what is typed or pasted is no number, of which the input would show a part or nothing. */
  onUnreadable: () => void
}

/** A number input that the mouse wheel does not change, and that never turns "5,00" into 500, as Chromium does. */
export function NumberInput({ onText, read, onUnreadable, ...input }: Props) {
  return (
    <input
      {...input}
      type="number"
      onChange={({ target }) => (target.validity.badInput ? onUnreadable() : onText(target.value))}
      // React reports no change from '' to text that is no number, as Firefox lets one type.
      onInput={({ currentTarget }) => currentTarget.validity.badInput && onUnreadable()}
      // A focused one takes the wheel, so the page would not scroll.
      onWheel={({ currentTarget }) => currentTarget.blur()}
      onBeforeInput={(event: InputEvent<HTMLInputElement>) => {
        // English browsers ignore it: 5,00 would become 500. The input offers no other way to insert at the cursor.
        if (event.data !== ',') return
        event.preventDefault()
        document.execCommand('insertText', false, '.')
      }}
      onPaste={(event) => {
        const pasted = event.clipboardData.getData('text')
        // A part of a number goes where the cursor is.
        if (input.readOnly || /^\d*$/.test(pasted)) return
        event.preventDefault()
        const text = read(pasted)
        if (text === undefined) onUnreadable()
        else onText(text)
      }}
    />
  )
}
