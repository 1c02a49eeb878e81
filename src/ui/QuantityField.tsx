import type { ComponentProps } from 'react'
import { FieldFrame } from '#ui/Field.tsx'
import { NumberInput } from '#ui/NumberInput.tsx'

interface Props {
  label: string
  note?: string | undefined
  error: string | undefined
  name: string
  value: string
  min: number
  max: number
  readOnly?: boolean
  onChange: (event: { target: { value: string } }) => void
}

/** A whole number, with buttons for one less and one more. */
export function QuantityField({ label, note, error, value, onChange, ...input }: Props) {
  const { min, max, readOnly } = input
  const setText = (text: string) => onChange({ target: { value: text } })
  const count = /^\d+$/.test(value) ? Number(value) : min - 1
  return (
    <FieldFrame {...{ label, note, error }}>
      {(frame) => (
        <span className="field-steps">
          <StepButton
            name="One less"
            sign="M4 10h12"
            disabled={readOnly || count <= min}
            onPress={() => setText(String(Math.min(count - 1, max)))}
          />
          <NumberInput
            {...input}
            {...frame}
            inputMode="numeric"
            value={value}
            read={(inserted) => /^\s*(\d{1,6})\s*$/.exec(inserted.replace(/\p{Cf}/gu, ''))?.[1]}
            onText={setText}
            onUnreadable={() => setText('')}
          />
          <StepButton
            name="One more"
            sign="M4 10h12M10 4v12"
            disabled={readOnly || count >= max}
            onPress={() => setText(String(Math.max(count + 1, min)))}
          />
        </span>
      )}
    </FieldFrame>
  )
}

interface StepProps extends Pick<ComponentProps<'button'>, 'disabled'> {
  name: string
  sign: string
  onPress: () => void
}

/** For pointers: the arrow keys do the same in the field. At a bound it is not `disabled`, so that it keeps the focus. */
function StepButton({ name, sign, disabled = false, onPress }: StepProps) {
  return (
    <button
      type="button"
      className="button-sign"
      tabIndex={-1}
      aria-label={name}
      aria-disabled={disabled}
      onClick={() => disabled || onPress()}
    >
      <svg
        width="20"
        height="20"
        viewBox="0 0 20 20"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        aria-hidden
      >
        <path d={sign} />
      </svg>
    </button>
  )
}
