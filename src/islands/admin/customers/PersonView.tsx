import { useState } from 'react'
import type { Person } from '#contract/reports/customers.ts'
import { isBuyer } from '#islands/admin/customers/customer-labels.ts'
import { personQuery } from '#islands/admin/customers/customers.store.ts'
import { EraseConfirm } from '#islands/admin/customers/EraseConfirm.tsx'
import { ExportButtons } from '#islands/admin/customers/ExportButtons.tsx'
import { History, phonesOf } from '#islands/admin/customers/History.tsx'
import { EmailLink, PhoneLink } from '#islands/admin/shared/ContactLinks.tsx'
import { DetailPanel, Fact } from '#islands/admin/shared/DetailPanel.tsx'
import { dateTime, pounds } from '#islands/admin/shared/format.ts'
import { Button } from '#ui/Button.tsx'

export function PersonView({ id }: { id: string }) {
  return (
    <DetailPanel tab="customers" kind="customer" id={id} query={personQuery(id)} title={personName}>
      {(person) => <PersonDetails person={person} />}
    </DetailPanel>
  )
}

const personName = ({ customer: { name, email } }: Person) => name || email

function PersonDetails({ person }: { person: Person }) {
  const { email, spent, lastSeen } = person.customer
  const phones = phonesOf(person)
  return (
    <>
      {isBuyer(person.customer) && (
        <div>
          <p className="side-amount" translate="no">
            {pounds(spent)}
          </p>
          <p className="text-small text-soft">spent, less refunds</p>
        </div>
      )}
      <dl className="side-facts">
        <Fact label="Email">
          <EmailLink email={email} />
        </Fact>
        {phones.length > 0 && (
          <Fact label="Phone">
            {phones.map((phone) => (
              <PhoneLink key={phone} phone={phone} />
            ))}
          </Fact>
        )}
        <Fact label="Last seen">{dateTime(lastSeen)}</Fact>
      </dl>
      <History person={person} />
      <PrivacyActions person={person} />
    </>
  )
}

/** Export and erasure, which every person may request by law. */
function PrivacyActions({ person }: { person: Person }) {
  const [isErasing, setIsErasing] = useState(false)

  return (
    <section aria-labelledby="personal-data" className="stack">
      <h3 id="personal-data">Personal data</h3>
      <p className="text-small text-soft">
        People can ask you for a copy of their personal data, or ask you to erase it. “Export” saves a page
        that they can read and print, and “Export as data” a file for another program.
      </p>
      <div className="entry-acts">
        <ExportButtons email={person.customer.email} />
        <Button
          variant="bad"
          className="button-compact min-w-36"
          aria-haspopup="dialog"
          onClick={() => setIsErasing(true)}
        >
          Erase
        </Button>
      </div>
      {isErasing && <EraseConfirm person={person} onClose={() => setIsErasing(false)} />}
    </section>
  )
}
