import type { Person } from '#contract/reports/customers.ts'
import { erasePerson } from '#islands/admin/customers/customers.store.ts'
import { Confirm } from '#islands/admin/shared/Confirm.tsx'
import { Fact } from '#islands/admin/shared/DetailPanel.tsx'

interface Props {
  person: Person
  onClose: () => void
}

/** States what is erased and what is kept, before the owner confirms. */
export function EraseConfirm({ person, onClose }: Props) {
  const { name, email } = person.customer
  return (
    <Confirm
      title="Erase this person’s details?"
      eyebrow={name ? `${name}, ${email}` : email}
      submitLabel="Erase for good"
      pendingLabel="Erasing..."
      cancelLabel="Keep"
      onSubmit={() => erasePerson(person)}
      onClose={onClose}
    >
      <dl className="side-facts">
        <Fact label="Erased">
          Their name, email address, phone number and postal address, and everything they wrote: messages,
          questions, appointment requests and the messages on their vouchers. Your notes on their vouchers and
          requests will be erased as well.
        </Fact>
        <Fact label="Kept">
          Amounts, dates and Stripe’s reference numbers, which you need for your accounts.
        </Fact>
      </dl>
      <p>You cannot undo this. If they have asked for a copy of their details, please export one first.</p>
    </Confirm>
  )
}
