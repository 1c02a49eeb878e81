import type { Person } from '#contract/customers.ts'
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
      title="Erase this person’s data?"
      eyebrow={name ? `${name}, ${email}` : email}
      submitLabel="Erase for good"
      pendingLabel="Erasing..."
      cancelLabel="Keep"
      onSubmit={() => erasePerson(person)}
      onClose={onClose}
    >
      <dl className="side-facts">
        <Fact label="Erased">
          Their name, email, phone and address, and everything they wrote: messages, questions, appointment
          requests and the texts on their vouchers.
        </Fact>
        <Fact label="Kept">
          Amounts, dates and the card provider’s (Stripe) numbers, which the books need.
        </Fact>
      </dl>
      <p>This cannot be undone. If they asked for a copy, export it first.</p>
    </Confirm>
  )
}
