import type { BodyInput } from '#contract/base/endpoint.ts'
import {
  changeAddressEndpoint,
  dismissEmailEndpoint,
  recordEmailsEndpoint,
  resendEmailEndpoint,
  type correctableKinds,
} from '#contract/email/emails.ts'
import { adminCall } from '#islands/admin/admin-api.ts'
import { runAction } from '#islands/admin/shared/action.ts'
import { detailQuery } from '#islands/admin/shared/server-data.ts'
import type { ActionResult } from '#ui/FormDialog.tsx'

export type CorrectableKind = (typeof correctableKinds)[number]

/** The emails about a voucher, an order or an enquiry. */
export const recordEmailsQuery = (id: string) =>
  detailQuery('emails', id, () => adminCall(recordEmailsEndpoint, undefined, { params: { id } }))

export const resendEmail = (id: string, recipientEmail?: string): Promise<ActionResult> =>
  runAction(
    () =>
      adminCall(
        resendEmailEndpoint,
        { ...(recipientEmail !== undefined && { recipientEmail }) },
        { params: { id } },
      ),
    {
      done: () => ({
        title: 'Sent again',
        description: 'The email is on its way.',
      }),
      failed: 'We could not send the email again. Please try again.',
    },
  )

export const dismissEmail = (id: string): Promise<ActionResult> =>
  runAction(() => adminCall(dismissEmailEndpoint, {}, { params: { id } }), {
    done: 'This email no longer needs your attention.',
    failed: 'We could not take this off the list. Please try again.',
  })

/** Corrects the customer's address on a record. */
export const changeAddress = (body: BodyInput<typeof changeAddressEndpoint>): Promise<ActionResult> =>
  runAction(() => adminCall(changeAddressEndpoint, body), {
    done: () => ({
      title: 'Email address corrected',
      description: `From now on, our emails about this will go to ${body.email}.`,
    }),
    failed: 'We could not correct the email address. Please try again. Nothing will be sent twice.',
  })
