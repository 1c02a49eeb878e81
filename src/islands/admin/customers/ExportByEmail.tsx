import { useSignals } from '@preact/signals-react/runtime'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { safeParse } from 'valibot'
import { EmailSchema } from '#contract/text.ts'
import { exportPerson, list } from '#islands/admin/customers/customers.store.ts'
import { Button } from '#ui/Button.tsx'

const AddressSchema = EmailSchema()

/** Exports the data of an address that no customer has: unfinished purchases and emails are stored, too. */
export function ExportByEmail() {
  useSignals()
  const [busy, setBusy] = useState(false)
  const { data, isPlaceholderData } = useInfiniteQuery(list.query.value)
  const email = safeParse(AddressSchema, list.search.value)
  if (!email.success || isPlaceholderData || data?.items.length !== 0) return null

  async function save(address: string) {
    setBusy(true)
    await exportPerson(address)
    setBusy(false)
  }

  return (
    <div className="stack">
      <p className="text-small text-soft">
        We have found no customer with this email address. We may still have a record of emails sent to it, or
        of a purchase that was never completed.
      </p>
      <Button
        variant="quiet"
        className="button-compact"
        pendingLabel={busy ? 'Exporting...' : undefined}
        onClick={() => void save(email.output)}
      >
        Export personal data
      </Button>
    </div>
  )
}
