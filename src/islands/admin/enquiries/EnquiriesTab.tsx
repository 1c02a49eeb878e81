import { useSignals } from '@preact/signals-react/runtime'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Enquiry } from '#contract/enquiries/admin-enquiries.ts'
import { enquiryKinds } from '#contract/enquiries/enquiry-choices.ts'
import { enquiryCountsQuery, list, showUnanswered } from '#islands/admin/enquiries/enquiries.store.ts'
import { EnquiryEntry } from '#islands/admin/enquiries/EnquiryEntry.tsx'
import { EnquiryView } from '#islands/admin/enquiries/EnquiryView.tsx'
import { hrefOf, route } from '#islands/admin/router.ts'
import { longDate } from '#islands/admin/shared/format.ts'
import { useListAddress } from '#islands/admin/shared/list-address.ts'
import { ListBar, ListFilter } from '#islands/admin/shared/ListBar.tsx'
import { ListBody } from '#islands/admin/shared/ListBody.tsx'
import { ListTabs } from '#islands/admin/shared/ListTabs.tsx'
import { PageHeader } from '#islands/admin/shared/PageHeader.tsx'

const KINDS = [
  ['', 'All'],
  ['appointment', 'Appointment requests'],
  ['message', 'Messages'],
  ['question', 'Product questions'],
] as const

const STATES = [
  ['unanswered', 'Unanswered'],
  ['booked', 'Booked'],
  ['answered', 'Answered'],
  ['', 'All'],
] as const

type Kind = (typeof enquiryKinds)[number]

/** The tab, or one enquiry. `#requests/message` shows the unanswered messages. */
export function EnquiriesTab() {
  useSignals()
  const { id } = route.value
  const kind = enquiryKinds.find((each) => each === id)
  return kind ? <ShowKind kind={kind} /> : <Enquiries id={id} />
}

/** Filters the list, and replaces the address so that Back leaves the tab. */
function ShowKind({ kind }: { kind: Kind }) {
  useEffect(() => {
    showUnanswered(kind)
    location.replace(hrefOf('requests'))
  }, [kind])
  return <PageHeader title="Requests" />
}

function Enquiries({ id }: { id: string | undefined }) {
  useSignals()
  useListAddress('requests', list)
  const { kind, state } = list.filters.value
  const isBooked = state === 'booked'
  const hiddenOnPhone = id === undefined ? '' : 'behind-detail'
  return (
    <>
      <div className={hiddenOnPhone}>
        <PageHeader title="Requests" canRefresh figures={<EnquiryFigures />} />
        <ListBar list={list} placeholder="Name, email, phone or subject">
          <ListFilter list={list} name="kind" label="Kind" options={KINDS} />
        </ListBar>
        <ListTabs list={list} of="requests" name="state" label="Status" tabs={STATES} />
      </div>
      <div className="split">
        <div className={`min-w-0 ${hiddenOnPhone}`}>
          <ListBody
            list={list}
            things="requests"
            widths="[--acts:13rem] [--fields:8rem] xl:[--acts:22rem]"
            empty={
              <>
                <p>
                  Nobody is waiting to hear from you. Appointment requests, messages and questions about
                  products will be listed here.
                </p>
                <a className="button button-quiet" href="/#write">
                  View the forms
                </a>
              </>
            }
            emptyFiltered={
              isBooked && kind === '' && list.sentSearch.value === undefined ? (
                <p>No appointments are booked from now on.</p>
              ) : undefined
            }
            {...(isBooked && { order: 'soonest first', headingOf: dayOf })}
            keyOf={({ id }) => id}
            Entry={EnquiryEntry}
          />
        </div>
        {id !== undefined && <EnquiryView key={id} id={id} />}
      </div>
    </>
  )
}

/** "Thursday 3 December 2026" */
const dayOf = (enquiry: Enquiry) =>
  enquiry.kind === 'appointment' && enquiry.confirmedFor !== null ? longDate(enquiry.confirmedFor) : ''

/** "3 unanswered", whatever the filters and their age; nothing until it is loaded. */
function EnquiryFigures() {
  const { data } = useQuery(enquiryCountsQuery)
  return data && <span>{`${data.appointment + data.message + data.question || 'Nothing'} unanswered`}</span>
}
