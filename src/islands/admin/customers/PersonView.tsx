import type { Person } from '#contract/customers'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { pounds, when } from '../shared/format.ts'
import { MailLink, PhoneLink } from '../shared/ContactLinks.tsx'
import { Fact, Side } from '../shared/DetailPanel.tsx'
import { EraseConfirm } from './EraseConfirm.tsx'
import { phonesOf } from './timeline.ts'
import { History } from './History.tsx'
import { detail, exportPerson } from './person.store.ts'

/** One person: beside the list, or a page of its own on a phone. */
export function PersonView({ id }: { id: string }) {
  return (
    <Side tab="customers" kind="customer" id={id} detail={detail} title={nameOf}>
      {(person) => <Shown person={person} />}
    </Side>
  )
}

const nameOf = ({ customer: { name, email } }: Person) => name || email

function Shown({ person }: { person: Person }) {
  const { email, spent, lastSeen } = person.customer
  const phones = phonesOf(person)
  return (
    <>
      <div>
        <p className="side-amount">{pounds(spent)}</p>
        <p className="text-small text-soft">spent, less refunds</p>
      </div>
      <dl className="side-facts">
        <Fact label="E-mail">
          <MailLink email={email} />
        </Fact>
        {phones.length > 0 && (
          <Fact label="Phone">
            {phones.map((phone) => (
              <PhoneLink key={phone} phone={phone} />
            ))}
          </Fact>
        )}
        <Fact label="Last seen">{when(lastSeen)}</Fact>
      </dl>
      <History person={person} />
      <Acts person={person} />
    </>
  )
}

/** What the law lets every person ask for. */
function Acts({ person }: { person: Person }) {
  const [busy, setBusy] = useState(false)
  const [asked, setAsked] = useState(false)

  async function save() {
    setBusy(true)
    await exportPerson(person.customer.email)
    setBusy(false)
  }

  return (
    <section aria-labelledby="personal-data" className="stack">
      <h3 id="personal-data">Personal data</h3>
      <p className="text-small text-soft">
        Everyone may ask for a copy of what is kept of them, and to have it erased.
      </p>
      <div className="entry-acts">
        <Button
          look="quiet"
          className="button-compact min-w-36"
          busy={busy ? 'Exporting...' : undefined}
          onClick={() => void save()}
        >
          Export
        </Button>
        <Button
          look="bad"
          className="button-compact min-w-36"
          aria-haspopup="dialog"
          onClick={() => setAsked(true)}
        >
          Erase
        </Button>
      </div>
      {asked && <EraseConfirm person={person} onClose={() => setAsked(false)} />}
    </section>
  )
}
