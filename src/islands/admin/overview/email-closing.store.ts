import { emailClosingEndpoint } from '#contract/vouchers/closing.ts'
import { adminCall } from '#islands/admin/admin-api.ts'
import { session } from '#islands/admin/session/session.store.ts'
import { runAction } from '#islands/admin/shared/action.ts'
import { longDate } from '#islands/admin/shared/format.ts'
import { sendOnce } from '#islands/admin/shared/send-once.ts'

/** Emails the closing of a day to the admin who is signed in. Asked for again later, it is emailed again. */
export async function emailClosing(day: string): Promise<void> {
  await sendOnce({ closing: day }, (requestId) =>
    runAction(() => adminCall(emailClosingEndpoint, { day, requestId }), {
      done: () => ({
        title: 'Success',
        description: `The takings for ${longDate(day)} are on their way to ${session.value?.email ?? 'you'}.`,
      }),
      failed: 'The day’s takings could not be emailed. Please try again.',
    }),
  )
}
