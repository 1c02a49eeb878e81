import { useState } from 'react'
import { refresh } from '#islands/admin/shared/server-data.ts'
import { Button } from '#ui/Button.tsx'

/** Reloads what is on the screen. */
export function RefreshButton({ label = 'Refresh', pendingLabel = 'Refreshing...', className = 'min-w-32' }) {
  const [busy, setBusy] = useState(false)
  return (
    <Button
      variant="quiet"
      className={className}
      pendingLabel={busy ? pendingLabel : undefined}
      onClick={() => {
        setBusy(true)
        void refresh().finally(() => setBusy(false))
      }}
    >
      {label}
    </Button>
  )
}
