import { useSignals } from '@preact/signals-react/runtime'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { requestKinds } from '#contract/requests.ts'
import { RequestEntry } from '#islands/admin/requests/RequestEntry.tsx'
import { list, requestCountsQuery, showUnanswered } from '#islands/admin/requests/requests.store.ts'
import { RequestView } from '#islands/admin/requests/RequestView.tsx'
import { hrefOf, route } from '#islands/admin/router.ts'
import { ListBar, ListFilter } from '#islands/admin/shared/ListBar.tsx'
import { ListBody } from '#islands/admin/shared/ListBody.tsx'
import { PageHeader } from '#islands/admin/shared/PageHeader.tsx'

const KINDS = [
  ['', 'All'],
  ['appointment', 'Appointments'],
  ['message', 'Messages'],
  ['question', 'Questions'],
] as const

const STATES = [
  ['unanswered', 'Unanswered'],
  ['answered', 'Answered'],
  ['', 'All'],
] as const

type Kind = (typeof requestKinds)[number]

/** The tab, or one request. `#requests/message` shows the unanswered messages. */
export function RequestsTab() {
  useSignals()
  const { id } = route.value
  const kind = requestKinds.find((each) => each === id)
  return kind ? <ShowKind kind={kind} /> : <Requests id={id} />
}

/** Filters the list, and replaces the address so that Back leaves the tab. */
function ShowKind({ kind }: { kind: Kind }) {
  useEffect(() => {
    showUnanswered(kind)
    location.replace(hrefOf('requests'))
  }, [kind])
  return <PageHeader title="Requests" />
}

function Requests({ id }: { id: string | undefined }) {
  const hiddenOnPhone = id === undefined ? '' : 'behind-detail'
  return (
    <>
      <div className={hiddenOnPhone}>
        <PageHeader title="Requests" figures={<RequestFigures />} />
        <ListBar>
          <ListFilter list={list} name="kind" label="Kind" options={KINDS} />
          <ListFilter list={list} name="state" label="Status" options={STATES} />
        </ListBar>
      </div>
      <div className="split">
        <div className={`min-w-0 ${hiddenOnPhone}`}>
          <ListBody
            list={list}
            things="requests"
            empty={
              <>
                <p>
                  Nobody is waiting for an answer. Appointment requests, messages and questions about products
                  will be listed here.
                </p>
                <a className="button button-quiet" href="/#write">
                  View the forms
                </a>
              </>
            }
            keyOf={({ id }) => id}
            Entry={RequestEntry}
          />
        </div>
        {id !== undefined && <RequestView key={id} id={id} />}
      </div>
    </>
  )
}

/** "3 unanswered", whatever the filters and their age; nothing until it is loaded. */
function RequestFigures() {
  const { data } = useQuery(requestCountsQuery)
  return data && `${data.appointment + data.message + data.question || 'Nothing'} unanswered`
}
