import type { ComponentProps } from 'react'

interface Props extends ComponentProps<'button'> {
  variant?: 'primary' | 'quiet' | 'bad' | 'text'
  /** The label while an action is pending. The button then ignores clicks and keeps the focus. */
  pendingLabel?: string | undefined
}

const CLASSES = {
  primary: 'button',
  quiet: 'button button-quiet',
  bad: 'button button-bad',
  text: 'text-button',
}

export function Button({
  variant = 'primary',
  pendingLabel,
  className = '',
  children,
  onClick,
  ...rest
}: Props) {
  return (
    <button
      type="button"
      {...rest}
      className={`${CLASSES[variant]} ${className}`}
      aria-busy={pendingLabel !== undefined}
      onClick={(event) => (pendingLabel === undefined ? onClick?.(event) : event.preventDefault())}
    >
      {pendingLabel ?? children}
    </button>
  )
}
