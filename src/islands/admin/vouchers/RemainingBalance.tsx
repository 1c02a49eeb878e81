import { pounds } from '../shared/format.ts'

interface Props {
  label: string
  /** Undefined as long as it cannot be said. */
  amount: string | undefined
}

/** What will be left, beside the button that makes it so. */
export function RemainingBalance({ label, amount }: Props) {
  return (
    <p className="min-w-0" aria-live="polite">
      <span className="block text-small text-soft">{label}</span>
      <span className="dialog-total">{amount === undefined ? '–' : pounds(amount)}</span>
    </p>
  )
}
