import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import * as v from 'valibot'
import { EnquiryNoteSchema, type Enquiry } from '#contract/enquiries/admin-enquiries.ts'
import { changeNote } from '#islands/admin/enquiries/enquiries.store.ts'
import { senderName } from '#islands/admin/enquiries/enquiry-labels.ts'
import { createForm } from '#lib/form.ts'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'

interface Props {
  enquiry: Enquiry
  onClose: () => void
}

const FormSchema = v.object({ note: EnquiryNoteSchema })

/** Changes the private note. Shows a note that has been written in another tab since, and keeps what was typed. */
export function NoteDialog({ enquiry, onClose }: Props) {
  useSignals()
  const [shown] = useState(enquiry.note)
  const [form] = useState(() => createForm(FormSchema, { note: enquiry.note ?? '' }))
  return (
    <FormDialog
      title="Private note"
      eyebrow={senderName(enquiry)}
      submitLabel="Save Note"
      pendingLabel="Saving..."
      form={form}
      onSubmit={({ note = '' }) => changeNote(enquiry, note)}
      onClose={onClose}
    >
      <Field
        label="Note"
        optional
        lines={6}
        hint={
          enquiry.note === shown
            ? 'Everyone who signs in here can see this. The visitor cannot.'
            : `Someone has since saved this note: “${enquiry.note ?? ''}”. If you save yours, it will replace theirs.`
        }
        {...form.field('note')}
      />
    </FormDialog>
  )
}
