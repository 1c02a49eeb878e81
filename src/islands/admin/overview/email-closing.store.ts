import { emailClosingEndpoint } from '#contract/vouchers/closing.ts'
import { adminCall } from '#islands/admin/admin-api.ts'
import { session } from '#islands/admin/session/session.store.ts'
import { runAction } from '#islands/admin/shared/action.ts'
import { longDate } from '#islands/admin/shared/format.ts'
import { createIdempotencyKey } from '#lib/idempotency-key.ts'

let keyFor = createIdempotencyKey()

/** Emails the closing of a day to the admin who is signed in. Asked for again later, it is emailed again. */
export async function emailClosing(day: string): Promise<void> {
  const body = { day, requestId: keyFor(day) }
  const error = await runAction(() => adminCall(emailClosingEndpoint, body), {
    done: () => ({
      title: 'Success',
      description: `The takings for ${longDate(day)} are on their way to ${session.value?.email ?? 'you'}.`,
    }),
    failed: 'The day’s takings could not be emailed. Please try again.',
  })
  if (!error) keyFor = createIdempotencyKey()
}
