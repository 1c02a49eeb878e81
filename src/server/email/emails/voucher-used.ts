import { sql, type RawBuilder } from 'kysely'
import { clinic } from '#clinic/current-clinic.ts'
import { formatPounds } from '#contract/base/money.ts'
import { longDay } from '#server/dates.ts'
import { londonDayOf } from '#server/db/london-days.ts'
import { card, facts, figure, opening, section } from '#server/email/blocks.ts'
import { defineLoadedEmail, type EmailLoad } from '#server/email/email-layout.ts'
import { sentence, trustedText } from '#server/email/email-text.ts'
import { codeEndFact, greetingOf, heldButton, holderFootnote } from '#server/email/holder-blocks.ts'
import { HOLDER_FACTS, UsedEmailSchema } from '#server/email/holder-email-data.ts'
import { LAST_DAY } from '#server/vouchers/rules/voucher-facts.ts'

/** SQL expression: the place in the ledger of the first use that an email tells of. */
const positionOf = (email: RawBuilder<unknown>) =>
  sql`(select position from voucher_entry where id = (${email}.data ->> 'first')::uuid)`

/** Uses that were undone are left out. The version before kept the ids of the uses, without the first one. */
const load: EmailLoad<Exclude<keyof typeof UsedEmailSchema.entries, 'first'>> = {
  recipient: sql`voucher.recipient_email`,
  data: { ...HOLDER_FACTS, lastDay: LAST_DAY, entries: sql`told.entries`, uses: sql`told.uses` },
  from: sql`
    from gift_voucher voucher cross join lateral (
      select jsonb_agg(entry.id order by entry.position) as entries, jsonb_agg(jsonb_build_object(
        'day', ${londonDayOf(sql`entry.created_at`)}, 'pence', -entry.pence) order by entry.position) as uses
      from voucher_entry entry
      where entry.voucher_id = voucher.id and entry.kind = 'redeem'
        and not exists (select from voucher_entry undone where undone.reverses = entry.id)
        and case when outbox.data ? 'first' then entry.position >= ${positionOf(sql`outbox`)} and not exists (
            select from outbox later
            where later.about = voucher.id and later.template = 'voucher-used' and ${positionOf(sql`later`)} > ${positionOf(sql`outbox`)}
              and ${positionOf(sql`later`)} <= entry.position
          ) else outbox.data -> 'entries' ? entry.id::text end
    ) told
    where voucher.id = outbox.about and voucher.tell_holder and voucher.status not in ('expired', 'refunded', 'void')
      and told.uses is not null`,
  waits: sql`voucher.status not in ('active', 'spent')`,
}

/** To the recipient: what was used of the voucher at the clinic, and what is left. */
export const voucherUsed = defineLoadedEmail(UsedEmailSchema, load, (data, siteUrl) => {
  const left = `£${formatPounds(data.pence)}`
  const subject =
    data.pence > 0 ? `You have ${left} left on your gift voucher` : 'Your gift voucher is used up'
  const says = sentence`${greetingOf(data)} thank you for your visit. Here you can see what you have used of your gift voucher and what is left.`
  return {
    subject: trustedText(subject),
    preview: trustedText(
      data.pence > 0 ? `It is valid until ${longDay(data.lastDay)}.` : 'There is nothing left on it.',
    ),
    blocks: [
      opening(trustedText(subject), says),
      card(
        figure('Balance', left),
        facts([
          ...data.uses.map(
            ({ day, pence }) => ['Used', trustedText(`£${formatPounds(pence)}, on ${longDay(day)}`)] as const,
          ),
          ...(data.pence > 0 ? [['Valid until', trustedText(longDay(data.lastDay))] as const] : []),
          codeEndFact(data),
        ]),
      ),
      ...heldButton(data, siteUrl),
      section(
        'Questions',
        trustedText(
          `If you did not use the voucher, or something here is not right, please ring us on ${clinic.phone.display} or reply to this email. If you would rather not get these emails, just tell us.`,
        ),
      ),
    ],
    footnote: trustedText(holderFootnote(data)),
  }
})
