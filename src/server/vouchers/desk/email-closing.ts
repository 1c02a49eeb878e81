import { sql } from 'kysely'
import type { Body } from '#contract/base/endpoint.ts'
import type { emailClosingEndpoint } from '#contract/vouchers/closing.ts'
import type { Viewer } from '#server/auth/rules/owners-only.ts'
import type { Services } from '#server/clients/services.ts'
import { countRequest, requireWithinLimit, type RateLimitResult } from '#server/db/rate-limit.ts'
import { enqueueEmail } from '#server/email/outbox.ts'
import { RATE_LIMITS } from '#server/rate-limits.ts'
import { getClosing } from '#server/vouchers/desk/get-closing.ts'

/** Emails the closing of a day to the admin, at the address that they sign in with. */
export async function emailClosing(
  services: Pick<Services, 'db' | 'clock' | 'random'>,
  admin: Viewer,
  { day, requestId = services.random.uuid() }: Body<typeof emailClosingEndpoint>,
): Promise<void> {
  const closing = await getClosing(services, admin, day)
  const { total, people } = closing
  const now = services.clock.now()
  const [result] = await services.db.run(sql<RateLimitResult>`
    with rate_limit as (${countRequest({ ...RATE_LIMITS.emailClosing, key: admin.id }, now)}),
    email as (${enqueueEmail(
      {
        // The admin's id is the third part, by which removing an admin withdraws it.
        key: `day-closing:${closing.day}:${admin.id}:${requestId}`,
        template: 'day-closing',
        recipient: sql`email`,
        data: { day: closing.day, total, people },
        at: now,
      },
      sql`from admin_user, rate_limit where id = ${admin.id} and admitted`,
    )})
    select admitted, retry_at from rate_limit`)
  requireWithinLimit(result, now)
}
