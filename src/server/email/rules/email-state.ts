import { sql, type RawBuilder } from 'kysely'
import type { EmailState } from '#contract/base/statuses.ts'

export interface EmailStateRow {
  state: EmailState['state'] | null
  stateAt: Date | null
  waitingSince: Date | null
  bounce: NonNullable<EmailState['reason']> | null
}

/**
 * SQL expression: the state of the email in a row of the outbox; null without a row. `isHeld`: it will not leave as things
 * are.
 */
export const emailState = (email: string, now: Date, isHeld: RawBuilder<unknown> = sql`false`) => {
  const column = (name: string) => sql.ref(`${email}.${name}`)
  return sql<EmailState['state'] | null>`case
    when ${column('bounced_at')} is not null then 'bounced' when ${column('accepted_at')} is not null then 'accepted'
    when ${column('delayed_at')} is not null then 'delayed' when ${column('sent_at')} is not null then 'sent'
    when ${column('withdrawn_at')} is not null and ${column('failed_at')} is null or ${column('id')} is not null and ${isHeld} then 'withdrawn' when ${column('failed_at')} is not null then 'failed'
    when ${column('claimed_until')} > ${now} then 'sending' when ${column('id')} is not null then 'waiting' end`
}

/** SQL columns of `EmailStateRow` for the email in a row of the outbox. */
export const emailStateColumns = (email: string, now: Date, isHeld?: RawBuilder<unknown>) => {
  const column = (name: string) => sql.ref(`${email}.${name}`)
  return sql`
    ${emailState(email, now, isHeld)} as state,
    coalesce(${column('bounced_at')}, ${column('accepted_at')}, ${column('delayed_at')}, ${column('sent_at')},
      ${column('failed_at')}, ${column('due_at')}) as state_at,
    case when ${column('attempts')} > 0 then coalesce(${column('first_due_at')}, ${column('created_at')})
      when ${column('due_at')} <= ${now} then ${column('due_at')} end as waiting_since,
    ${column('bounce')} as bounce`
}

export const toEmailState = ({
  state,
  stateAt,
  waitingSince,
  bounce,
}: EmailStateRow): EmailState | undefined =>
  state
    ? {
        state,
        ...(stateAt && state !== 'sending' && state !== 'withdrawn' && { at: stateAt.toISOString() }),
        ...(waitingSince && state === 'waiting' && { since: waitingSince.toISOString() }),
        ...(bounce && { reason: bounce }),
      }
    : undefined
