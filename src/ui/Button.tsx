import type { ComponentProps } from 'react'

interface Props extends ComponentProps<'button'> {
  look?: 'primary' | 'quiet' | 'bad'
  /** What the button says while it works; pressing it then does nothing, and it keeps the focus. */
  busy?: string | undefined
}

const LOOKS = { primary: 'button', quiet: 'button button-quiet', bad: 'button button-bad' }

export function Button({ look = 'primary', busy, className = '', children, onClick, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      className={`${LOOKS[look]} ${className}`}
      aria-busy={busy !== undefined}
      onClick={(event) => (busy === undefined ? onClick?.(event) : event.preventDefault())}
    >
      {busy ?? children}
    </button>
  )
}
