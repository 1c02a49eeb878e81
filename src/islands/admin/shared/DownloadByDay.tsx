import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import * as v from 'valibot'
import { DaysSchema, type exportFiles } from '#contract/exports.ts'
import { DownloadButton, downloadFile } from '#islands/admin/shared/DownloadButton.tsx'
import { createForm, type FieldValues } from '#lib/form.ts'
import { Field } from '#ui/Field.tsx'

interface Props {
  file: (typeof exportFiles)[number]
  /** Names the rows: "orders". */
  things: string
}

type Days = FieldValues<'from' | 'to'>

const chosen = (days: Days) =>
  Object.fromEntries(Object.entries(days).filter(([, day]) => day !== '')) as v.InferInput<typeof DaysSchema>

const FormSchema = v.pipe(
  v.custom<Days>(() => true),
  v.transform(chosen),
  DaysSchema,
)

/** Downloads a list as CSV, in full or for a date range. */
export function DownloadByDay({ file, things }: Props) {
  useSignals()
  const [form] = useState(() => createForm(FormSchema, { from: '', to: '' }))
  const query = new URLSearchParams(chosen(form.values.value) as Record<string, string>).toString()
  return (
    <section aria-labelledby="download" className="download">
      <h2 id="download">Download</h2>
      <p className="text-small text-soft">
        {`You can download all ${things}, or just those in a date range, as a CSV file for Excel or your accountant.`}
      </p>
      <div className="fields">
        <Field label="From" optional type="date" {...form.field('from')} />
        <Field label="To" optional type="date" {...form.field('to')} />
      </div>
      <DownloadButton
        load={() => downloadFile(`/api/admin/export/${file}${query && `?${query}`}`)}
        fileName={file}
        check={() => form.validate() !== undefined}
      >
        Download CSV
      </DownloadButton>
    </section>
  )
}
