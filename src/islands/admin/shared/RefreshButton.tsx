import { useState } from 'react'
import { refresh } from '#islands/admin/shared/server-data.ts'
import { Button } from '#ui/Button.tsx'

/** Returns whether what is on the screen is being reloaded, and what reloads it. */
function useRefresh(): [isBusy: boolean, reload: () => void] {
  const [isBusy, setBusy] = useState(false)
  return [
    isBusy,
    () => {
      if (isBusy) return
      setBusy(true)
      void refresh().finally(() => setBusy(false))
    },
  ]
}

/** Reloads what is on the screen. */
export function RefreshButton() {
  const [isBusy, reload] = useRefresh()
  return (
    <button
      type="button"
      className="button-sign refresh"
      aria-label="Refresh"
      aria-busy={isBusy}
      onClick={reload}
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
        <path d="M16.5 10a6.5 6.5 0 1 1-2-4.7M16.8 2.6v3.6h-3.6" />
      </svg>
    </button>
  )
}

/** Loads what has failed to load. */
export function TryAgainButton() {
  const [isBusy, reload] = useRefresh()
  return (
    <Button
      variant="quiet"
      className="button-compact"
      pendingLabel={isBusy ? 'Loading...' : undefined}
      onClick={reload}
    >
      Try again
    </Button>
  )
}
