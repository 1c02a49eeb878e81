import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import * as v from 'valibot'
import { RequestNoteSchema, type VisitorRequest } from '#contract/requests.ts'
import { senderName } from '#islands/admin/requests/request-labels.ts'
import { changeNote } from '#islands/admin/requests/requests.store.ts'
import { createForm } from '#lib/form.ts'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'

interface Props {
  request: VisitorRequest
  onClose: () => void
}

const FormSchema = v.object({ note: RequestNoteSchema })

/** Changes the private note. Shows a note that was written in another tab meanwhile, and keeps what was typed. */
export function NoteDialog({ request, onClose }: Props) {
  useSignals()
  const [shown] = useState(request.note)
  const [form] = useState(() => createForm(FormSchema, { note: request.note ?? '' }))
  return (
    <FormDialog
      title="Private note"
      eyebrow={senderName(request)}
      submitLabel="Save Note"
      pendingLabel="Saving..."
      form={form}
      onSubmit={({ note = '' }) => changeNote(request, note)}
      onClose={onClose}
    >
      <Field
        label="Note"
        optional
        // No maxLength: it would cut off a pasted text without a word.
        lines={6}
        hint={
          request.note === shown
            ? 'For yourself; the visitor does not see it.'
            : `Saved meanwhile: “${request.note ?? ''}”. Saving replaces it.`
        }
        {...form.field('note')}
      />
    </FormDialog>
  )
}
