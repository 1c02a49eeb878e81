import { queryOptions } from '@tanstack/react-query'
import type { BodyInput } from '#contract/base/endpoint.ts'
import {
  adminEnquiriesEndpoint,
  adminEnquiryEndpoint,
  answerEnquiryEndpoint,
  changeEnquiryNoteEndpoint,
  confirmAppointmentEndpoint,
  enquiryCountsEndpoint,
  reopenEnquiryEndpoint,
  type Enquiry,
} from '#contract/enquiries/admin-enquiries.ts'
import { enquiryKinds, enquiryStates } from '#contract/enquiries/enquiry-choices.ts'
import { adminCall, adminCallPage } from '#islands/admin/admin-api.ts'
import { runAction } from '#islands/admin/shared/action.ts'
import { weekdayAndTime } from '#islands/admin/shared/format.ts'
import { createList } from '#islands/admin/shared/list.ts'
import { detailQuery, showDetail } from '#islands/admin/shared/server-data.ts'
import type { ActionResult } from '#ui/FormDialog.tsx'

export type AppointmentRequest = Extract<Enquiry, { kind: 'appointment' }>

interface Filters {
  kind: (typeof enquiryKinds)[number] | ''
  state: (typeof enquiryStates)[number] | ''
}

/** The visitors who wait for an answer, until another filter is chosen. */
export const list = createList<Enquiry, { [Name in keyof Filters]: Filters[Name] }>(
  'requests',
  (query) => adminCallPage(adminEnquiriesEndpoint, undefined, { query }),
  { kind: '', state: 'unanswered' },
  { choices: { kind: ['', ...enquiryKinds], state: ['', ...enquiryStates] } },
)

/** Shows the unanswered enquiries of a kind. */
export function showUnanswered(kind: Filters['kind']): void {
  list.setFilter('kind', kind)
  list.setFilter('state', 'unanswered')
}

export const enquiryCountsQuery = queryOptions({
  queryKey: ['enquiry-counts'],
  queryFn: () => adminCall(enquiryCountsEndpoint, undefined),
  refetchOnMount: 'always',
})

export const enquiryQuery = (id: string) =>
  detailQuery('requests', id, () => adminCall(adminEnquiryEndpoint, undefined, { params: { id } }))

const showEnquiry = (enquiry: Enquiry) => showDetail(enquiryQuery(enquiry.id).queryKey, enquiry)

export const answerEnquiry = ({ id }: Enquiry): Promise<ActionResult> =>
  runAction(() => adminCall(answerEnquiryEndpoint, {}, { params: { id } }), {
    done(enquiry) {
      showEnquiry(enquiry)
      return { title: 'Success', description: 'The request has been marked as answered.' }
    },
    failed: 'The request could not be marked as answered. Please try again.',
  })

export const reopenEnquiry = ({ id }: Enquiry): Promise<ActionResult> =>
  runAction(() => adminCall(reopenEnquiryEndpoint, {}, { params: { id } }), {
    done(enquiry) {
      showEnquiry(enquiry)
      return { title: 'Success', description: 'The request is open again.' }
    },
    failed: 'The request could not be reopened. Please try again.',
  })

/** Writes the private note, unless it is no longer the one that `enquiry` has. */
export const changeNote = ({ id, note: from }: Enquiry, note: string): Promise<ActionResult> =>
  runAction(() => adminCall(changeEnquiryNoteEndpoint, { note, from }, { params: { id } }), {
    done(enquiry) {
      showEnquiry(enquiry)
      return { title: 'Success', description: enquiry.note === null ? 'Note deleted.' : 'Note saved.' }
    },
    failed: 'The note could not be saved. Please try again.',
  })

type AppointmentTime = Omit<BodyInput<typeof confirmAppointmentEndpoint>, 'from' | 'alongside'>

/**
 * Returns a function that confirms or moves an appointment. It repeats a time that was refused, because it overlaps others,
 * as one that the owner wants all the same.
 */
export function createConfirmation() {
  let refused: string | undefined
  return async (enquiry: AppointmentRequest, time: AppointmentTime): Promise<ActionResult> => {
    const asked = JSON.stringify(time)
    const error = await confirmAppointment(enquiry, { ...time, alongside: asked === refused })
    if (error?.fields?.['time'] !== undefined) refused = asked
    return error
  }
}

/** The toast repeats the server's warnings. */
const confirmAppointment = (
  { id, confirmedFor: from }: AppointmentRequest,
  time: AppointmentTime & { alongside: boolean },
): Promise<ActionResult> =>
  runAction(() => adminCall(confirmAppointmentEndpoint, { ...time, from }, { params: { id } }), {
    done({ request: enquiry, warnings }) {
      showEnquiry(enquiry)
      const at = enquiry.kind === 'appointment' && enquiry.confirmedFor
      const confirmed = at ? `Confirmed for ${weekdayAndTime(at)}.` : 'Confirmed.'
      return { title: 'Success', description: [confirmed, ...warnings].join(' ') }
    },
    failed: 'The appointment could not be saved. Please try again.',
  })
