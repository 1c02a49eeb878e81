import { sql } from 'kysely'
import { formatPounds } from '#contract/base/money.ts'
import { stopRemindersAddress, stopRemindersLink } from '#contract/vouchers/voucher-page.ts'
import { longDay } from '#server/dates.ts'
import { card, facts, figure, opening, section } from '#server/email/blocks.ts'
import { defineLoadedEmail } from '#server/email/email-layout.ts'
import { link, sentence, trustedText, withName } from '#server/email/email-text.ts'
import {
  codeEndFact,
  greetingOf,
  heldButton,
  holderFootnote,
  HOW_TO_USE,
} from '#server/email/holder-blocks.ts'
import { loadHeld, ReminderEmailSchema } from '#server/email/holder-email-data.ts'
import { signToken } from '#server/links/signed-token.ts'

const held = loadHeld(sql`may_remind(voucher)`)
const load = { ...held, data: { ...held.data, voucher: sql`voucher.id` } }

/**
 * To the holder, some weeks before the last day. Facts only: an email that encourages somebody to buy would need their
 * consent (https://ico.org.uk/for-organisations/direct-marketing-and-privacy-and-electronic-communications/).
 */
export const voucherReminder = defineLoadedEmail(ReminderEmailSchema, load, (data, siteUrl) => {
  const until = longDay(data.lastDay)
  const left = `£${formatPounds(data.pence)}`
  const says = data.isForBuyer
    ? sentence`the gift voucher that you bought${withName('for', data.recipientName)} is valid until ${trustedText(until)}.`
    : trustedText(`you have ${left} left on your gift voucher. It is valid until ${until}.`)
  const token = signToken('stop reminders', data.voucher)
  return {
    subject: trustedText(`Your gift voucher is valid until ${until}`),
    preview: trustedText(data.isForBuyer ? HOW_TO_USE : `You have ${left} left on it.`),
    blocks: [
      opening(trustedText('How long your gift voucher lasts'), sentence`${greetingOf(data)} ${says}`),
      card(
        ...(data.isForBuyer ? [] : [figure('Balance', left)]),
        facts([['Valid until', trustedText(until)], codeEndFact(data)]),
      ),
      ...heldButton(data, siteUrl),
      section('How to use it', trustedText(HOW_TO_USE)),
    ],
    footnote: sentence`${trustedText(holderFootnote(data))} ${link('Stop reminders for this voucher', stopRemindersLink(siteUrl, token))}`,
    unsubscribe: stopRemindersAddress(siteUrl, token),
  }
})
