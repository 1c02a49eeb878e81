import { Button } from '../../../ui/Button.tsx'
import { type AsyncPart, refresh, isRefreshing } from './overview.store.ts'

/** Shows that a part is loading, or that it failed to load or refresh; otherwise renders nothing. */
export function PartStatus({ part, what }: { part: AsyncPart<unknown>; what: string }) {
  if (part.name === 'loading') {
    return (
      <p role="status" className="py-3 text-soft">
        Loading {what}...
      </p>
    )
  }
  if (part.name === 'here' && !part.old) return null
  return (
    <div role="alert" className="message message-bad flex flex-wrap items-center gap-3">
      <span className="grow">
        {part.name === 'failed'
          ? `The ${what} could not be loaded. Nothing is lost.`
          : `We could not refresh the ${what}: what you see may be out of date.`}
      </span>
      <Button
        variant="quiet"
        className="button-compact"
        pendingLabel={isRefreshing.value ? 'Loading...' : undefined}
        onClick={() => void refresh()}
      >
        Try again
      </Button>
    </div>
  )
}
