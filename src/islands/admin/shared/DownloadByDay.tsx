import { DaysSchema, type exportFiles } from '#contract/exports'
import { useState } from 'react'
import { flatten, safeParse } from 'valibot'
import { Field } from '../../../ui/Field.tsx'
import { DownloadButton } from './DownloadButton.tsx'

interface Props {
  file: (typeof exportFiles)[number]
  /** Names the rows: "orders". */
  things: string
}

/** Downloads a list as CSV, in full or for a date range. */
export function DownloadByDay({ file, things }: Props) {
  const [days, setDays] = useState<{ from?: string; to?: string }>({})
  const [errors, setErrors] = useState<{ from?: string[]; to?: string[] }>({})

  function choose(name: 'from' | 'to', day: string) {
    const { [name]: _, ...others } = days
    setDays(day === '' ? others : { ...others, [name]: day })
    setErrors({})
  }

  function check(): boolean {
    const { success, issues } = safeParse(DaysSchema, days)
    if (!success) setErrors(flatten<typeof DaysSchema>(issues).nested ?? {})
    return success
  }

  const field = (name: 'from' | 'to', label: string) => (
    <Field
      label={label}
      optional
      type="date"
      value={days[name] ?? ''}
      error={errors[name]?.[0]}
      onChange={(event) => choose(name, event.target.value)}
    />
  )
  const query = new URLSearchParams(days).toString()
  return (
    <section aria-labelledby="download" className="download">
      <h2 id="download">Download</h2>
      <p className="text-small text-soft">
        All {things}, or a date range, as a CSV file for Excel or your accountant.
      </p>
      <div className="fields">
        {field('from', 'From')}
        {field('to', 'To')}
      </div>
      <DownloadButton path={`/api/admin/export/${file}${query && `?${query}`}`} fileName={file} check={check}>
        Download CSV
      </DownloadButton>
    </section>
  )
}
