interface Props {
  /** `off` is for what is over: a ring instead of a dot. */
  tone: 'good' | 'wait' | 'bad' | 'off'
  children: string
}

export function StatusBadge({ tone, children }: Props) {
  return <span className={`badge badge-${tone}`}>{children}</span>
}
