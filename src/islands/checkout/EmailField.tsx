import { useEffect, useRef, useState, type ComponentProps } from 'react'
import { suggestEmail } from '#islands/checkout/suggest-email.ts'
import { Field } from '#ui/Field.tsx'

/** Time without a keystroke before a domain counts as typed (ms). */
const PAUSE_MS = 600

interface Props extends Omit<ComponentProps<typeof Field>, 'type' | 'value' | 'onChange'> {
  value: string
  onChange: (event: { target: { value: string } }) => void
}

/** An email field that offers to correct a probably misspelt domain. It never blocks: the domain may be right. */
export function EmailField({ hint, ...field }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const suggestion = useSuggestion(field.value)
  function accept(address: string) {
    field.onChange({ target: { value: address } })
    // The focused button disappears.
    place.current?.querySelector('input')?.focus()
  }
  return (
    <div ref={place} className={`min-w-0 ${field.className ?? ''}`}>
      <Field {...field} type="email" className="" hint={hint} />
      <p role="status" className="field-hint mt-1 empty:hidden">
        {suggestion && (
          <span>
            Did you mean{' '}
            <button type="button" className="text-button" translate="no" onClick={() => accept(suggestion)}>
              {suggestion}
            </button>
            ?
          </span>
        )}
      </p>
    </div>
  )
}

/** Returns the suggestion once the buyer pauses, so that nothing moves while they type. */
function useSuggestion(value: string): string | undefined {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled === value ? suggestEmail(value) : undefined
}
