import { useSignals } from '@preact/signals-react/runtime'
import type { exportFiles } from '#contract/reports/exports.ts'
import { isOwner } from '#islands/admin/session/session.store.ts'
import { checkDays } from '#islands/admin/shared/check-days.ts'
import { DownloadButton, downloadFile } from '#islands/admin/shared/DownloadButton.tsx'
import { shortDate } from '#islands/admin/shared/format.ts'
import type { ListWithDays } from '#islands/admin/shared/list.ts'

interface Props {
  list: Pick<ListWithDays, 'filters'>
  file: (typeof exportFiles)[number]
  /** Names the rows: "orders". */
  things: string
  /** What happened on the days: "Sold". */
  done: string
}

/** Downloads what a list has as CSV: in its range of days, whatever its other filters. */
export function DownloadList({ list, file, things, done }: Props) {
  useSignals()
  if (!isOwner.value) return null
  const { days, errors } = checkDays(list.filters.value)
  const query = new URLSearchParams(days as Record<string, string>).toString()
  const { from, to } = days
  const range = [from && `from ${shortDate(from)}`, to && `to ${shortDate(to)}`].filter(Boolean).join(' ')
  return (
    <section aria-labelledby="download" className="download">
      <h2 id="download">Download</h2>
      <p className="text-small text-soft">
        {`You can download all ${things}${range && ` ${range}`} as a CSV file for Excel or your accountant. To choose the days, please use “${done} from” and “${done} until” above the list.`}
      </p>
      <DownloadButton
        load={() => downloadFile(`/api/admin/export/${file}${query && `?${query}`}`)}
        fileName={file}
        check={() => errors.from === undefined && errors.to === undefined}
      >
        Download CSV
      </DownloadButton>
    </section>
  )
}
