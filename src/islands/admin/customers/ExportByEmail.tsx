import { useSignals } from '@preact/signals-react/runtime'
import { useInfiniteQuery } from '@tanstack/react-query'
import { safeParse } from 'valibot'
import { EmailSchema } from '#contract/base/text.ts'
import { list } from '#islands/admin/customers/customers.store.ts'
import { ExportButtons } from '#islands/admin/customers/ExportButtons.tsx'

const AddressSchema = EmailSchema()

/** Exports the data of an address that no customer has: unfinished purchases and emails are stored, too. */
export function ExportByEmail() {
  useSignals()
  const { data, isPlaceholderData } = useInfiniteQuery(list.query.value)
  const email = safeParse(AddressSchema, list.search.value)
  if (!email.success || isPlaceholderData || data?.items.length !== 0) return null

  return (
    <div className="stack">
      <p className="text-small text-soft">
        We have found no customer with this email address. We may still have a record of emails sent to it, or
        of a purchase that was never completed, which you can export.
      </p>
      <div className="entry-acts">
        <ExportButtons email={email.output} />
      </div>
    </div>
  )
}
