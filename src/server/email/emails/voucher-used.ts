import { clinic } from '#content/clinic.ts'
import { formatPounds } from '#contract/money.ts'
import { longDay } from '#server/dates.ts'
import { card, facts, figure, opening, section } from '#server/email/blocks.ts'
import { defineEmail } from '#server/email/email-layout.ts'
import { sentence, trustedText } from '#server/email/email-text.ts'
import { codeEndFact, greetingOf, heldButton, holderFootnote } from '#server/email/holder-blocks.ts'
import { UsedEmailSchema } from '#server/email/holder-email-data.ts'

/** To the recipient: what was used of the voucher at the clinic, and what is left. */
export const voucherUsed = defineEmail(UsedEmailSchema, (data, siteUrl) => {
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
