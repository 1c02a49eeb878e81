import * as v from 'valibot'
import { formatPounds, longPounds } from '#contract/base/money.ts'
import { longDay } from '#server/dates.ts'
import { card, figure, opening, section } from '#server/email/blocks.ts'
import { byHandEntries, byHandFacts, leftOut } from '#server/email/by-hand-facts.ts'
import { defineClinicEmail } from '#server/email/email-layout.ts'
import { trustedText } from '#server/email/email-text.ts'

const PenceSchema = v.pipe(v.number(), v.integer())

const Schema = v.object({
  day: v.pipe(v.string(), v.isoDate()),
  pence: PenceSchema,
  /** The sum of a day that was passed. */
  alertPence: PenceSchema,
  ...byHandEntries,
})

/** To the clinic and all owners: what was given without money on one day has passed a sum. */
export const complimentaryAlert = defineClinicEmail(
  Schema,
  ({ day, pence, alertPence, count, entries }, siteUrl) => ({
    subject: trustedText(`£${formatPounds(pence)} given away free on ${longDay(day)}`),
    preview: trustedText('If you know about this, you do not need to do anything.'),
    blocks: [
      opening(
        trustedText('Given away free'),
        trustedText(
          `On ${longDay(day)}, more than ${longPounds(alertPence)} was given away in free vouchers or added to vouchers without payment. Click a link to see the details in the portal.`,
        ),
      ),
      card(figure('Total given away that day', `£${formatPounds(pence)}`), byHandFacts(entries, siteUrl)),
      ...leftOut(count - entries.length),
      section(
        'If you know about this',
        trustedText('You do not need to do anything. You will get this email at most once a day.'),
      ),
      section(
        'If you do not know about this',
        trustedText(
          'Please ask the person named. If it was not them, someone else knows their password. In that case, they should choose “Forgot password?” on your website’s sign-in page. After that, please undo the entries and cancel the free vouchers.',
        ),
      ),
    ],
    footnote: trustedText('Sent by your website to the clinic and to every owner.'),
  }),
)
