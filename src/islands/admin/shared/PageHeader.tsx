import type { ReactNode } from 'react'
import { RefreshButton } from '#islands/admin/shared/RefreshButton.tsx'

interface Props {
  title: string
  /** Their line is kept while they load. */
  figures?: ReactNode
  /** Whether there is a button beside the title that reloads what is on the screen. */
  canRefresh?: boolean
  /** The buttons beside the title. */
  children?: ReactNode
}

export function PageHeader({ title, figures, canRefresh = false, children }: Props) {
  return (
    <div className="tab-head">
      <div>
        <div className="tab-title">
          <h1>{title}</h1>
          {canRefresh && <RefreshButton />}
        </div>
        {figures !== undefined && <p className="min-h-[1lh] text-small text-soft tabular-nums">{figures}</p>}
      </div>
      {children && <div className="tab-acts">{children}</div>}
    </div>
  )
}
