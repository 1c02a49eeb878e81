import type { ReactNode } from 'react'

interface Props {
  title: string
  /** Their line is kept while they load. */
  figures?: ReactNode
  /** The buttons beside the title. */
  children?: ReactNode
}

export function PageHeader({ title, figures, children }: Props) {
  return (
    <div className="tab-head">
      <div>
        <h1>{title}</h1>
        {figures !== undefined && <p className="min-h-[1lh] text-small text-soft tabular-nums">{figures}</p>}
      </div>
      {children && <div className="tab-acts">{children}</div>}
    </div>
  )
}
