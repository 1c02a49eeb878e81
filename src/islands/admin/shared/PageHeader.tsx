import type { ReactNode } from 'react'

interface Props {
  title: string
  figures?: ReactNode
  /** The buttons beside the title. */
  children?: ReactNode
}

export function PageHeader({ title, figures, children }: Props) {
  return (
    <div className="tab-head">
      <div>
        <h1>{title}</h1>
        {figures && <p className="text-small text-soft tabular-nums">{figures}</p>}
      </div>
      {children && <div className="tab-acts">{children}</div>}
    </div>
  )
}
