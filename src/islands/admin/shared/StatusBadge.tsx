interface Props {
  /** `off`, for ended states, shows a ring instead of a dot. */
  tone: 'good' | 'wait' | 'bad' | 'off'
  children: string
}

export function StatusBadge({ tone, children }: Props) {
  return <span className={`badge badge-${tone}`}>{children}</span>
}
