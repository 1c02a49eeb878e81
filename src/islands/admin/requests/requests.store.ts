import { queryOptions } from '@tanstack/react-query'
import type { BodyInput } from '#contract/endpoint.ts'
import {
  adminRequestEndpoint,
  adminRequestsEndpoint,
  answerRequestEndpoint,
  changeRequestNoteEndpoint,
  confirmAppointmentEndpoint,
  reopenRequestEndpoint,
  requestCountsEndpoint,
  type requestKinds,
  type requestStates,
  type VisitorRequest,
} from '#contract/requests.ts'
import { adminCall, adminCallPage } from '#islands/admin/admin-api.ts'
import { runAction } from '#islands/admin/shared/action.ts'
import { weekdayAndTime } from '#islands/admin/shared/format.ts'
import { createList } from '#islands/admin/shared/list.ts'
import { detailQuery, showDetail } from '#islands/admin/shared/server-data.ts'
import type { ActionResult } from '#ui/FormDialog.tsx'

export type AppointmentRequest = Extract<VisitorRequest, { kind: 'appointment' }>

interface Filters {
  kind: (typeof requestKinds)[number] | ''
  state: (typeof requestStates)[number] | ''
}

/** The visitors who wait for an answer, until another filter is chosen. */
export const list = createList<VisitorRequest, { [Name in keyof Filters]: Filters[Name] }>(
  'requests',
  ({ kind, state, cursor }) =>
    adminCallPage(adminRequestsEndpoint, undefined, { query: { kind, state, cursor } }),
  { kind: '', state: 'unanswered' },
)

/** Shows the unanswered requests of a kind. */
export function showUnanswered(kind: Filters['kind']): void {
  list.setFilter('kind', kind)
  list.setFilter('state', 'unanswered')
}

export const requestCountsQuery = queryOptions({
  queryKey: ['request-counts'],
  queryFn: () => adminCall(requestCountsEndpoint, undefined),
  refetchOnMount: 'always',
})

export const requestQuery = (id: string) =>
  detailQuery('requests', id, () => adminCall(adminRequestEndpoint, undefined, { params: { id } }))

const showRequest = (request: VisitorRequest) => showDetail(requestQuery(request.id).queryKey, request)

export const answerRequest = ({ id }: VisitorRequest): Promise<ActionResult> =>
  runAction(() => adminCall(answerRequestEndpoint, {}, { params: { id } }), {
    done(request) {
      showRequest(request)
      return { title: 'Success', description: 'Marked as answered.' }
    },
    failed: 'The request could not be marked as answered. Please try again.',
  })

export const reopenRequest = ({ id }: VisitorRequest): Promise<ActionResult> =>
  runAction(() => adminCall(reopenRequestEndpoint, {}, { params: { id } }), {
    done(request) {
      showRequest(request)
      return { title: 'Success', description: 'The request is open again.' }
    },
    failed: 'The request could not be reopened. Please try again.',
  })

/** Writes the private note, unless it is no longer the one that `request` has. */
export const changeNote = ({ id, note: from }: VisitorRequest, note: string): Promise<ActionResult> =>
  runAction(() => adminCall(changeRequestNoteEndpoint, { note, from }, { params: { id } }), {
    done(request) {
      showRequest(request)
      return { title: 'Success', description: request.note === null ? 'Note deleted.' : 'Note saved.' }
    },
    failed: 'The note could not be saved. Please try again.',
  })

/** Confirms or moves an appointment. The toast repeats the server's warnings. */
export const confirmAppointment = (
  { id, confirmedFor: from }: AppointmentRequest,
  time: Omit<BodyInput<typeof confirmAppointmentEndpoint>, 'from'>,
): Promise<ActionResult> =>
  runAction(() => adminCall(confirmAppointmentEndpoint, { ...time, from }, { params: { id } }), {
    done({ request, warnings }) {
      showRequest(request)
      const at = request.kind === 'appointment' && request.confirmedFor
      const confirmed = at ? `Confirmed for ${weekdayAndTime(at)}.` : 'Confirmed.'
      return { title: 'Success', description: [confirmed, ...warnings].join(' ') }
    },
    failed: 'The appointment could not be confirmed. Please try again: it counts once.',
  })
