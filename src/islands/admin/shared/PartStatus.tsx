import type { UseQueryResult } from '@tanstack/react-query'
import { TryAgainButton } from '#islands/admin/shared/RefreshButton.tsx'

interface Props {
  query: Pick<UseQueryResult, 'data' | 'isPending' | 'isError'>
  /** Names the part: "figures". */
  what: string
}

/** Shows that a part is loading, or that it failed to load or refresh; otherwise renders nothing. */
export function PartStatus({ query: { data, isPending, isError }, what }: Props) {
  if (isPending) {
    return (
      <p role="status" className="py-3 text-soft">
        {`Loading the ${what}...`}
      </p>
    )
  }
  if (!isError) return null
  return (
    <div role="alert" className="message message-bad flex flex-wrap items-center gap-3">
      <span className="grow">
        {data === undefined
          ? `We could not load the ${what}. Nothing is lost.`
          : `We could not refresh the ${what}, so what you see may be out of date.`}
      </span>
      <TryAgainButton />
    </div>
  )
}
