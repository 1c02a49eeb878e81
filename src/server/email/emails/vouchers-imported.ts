import * as v from 'valibot'
import { formatPounds, longPounds } from '#contract/base/money.ts'
import { londonTime } from '#server/dates.ts'
import { card, facts, figure, opening, section } from '#server/email/blocks.ts'
import { defineClinicEmail } from '#server/email/email-layout.ts'
import { sanitizedText, trustedText } from '#server/email/email-text.ts'

const WholeNumberSchema = v.pipe(v.number(), v.integer())

const Schema = v.object({
  at: v.string(),
  count: WholeNumberSchema,
  /** What is on them together. */
  pence: WholeNumberSchema,
  /** An admin's address, or a label. */
  by: v.string(),
})

/** To the clinic and all owners: vouchers that were sold elsewhere can be used here from now on. */
export const vouchersImported = defineClinicEmail(Schema, ({ at, count, pence, by }) => {
  const vouchers = count === 1 ? '1 voucher' : `${count} vouchers`
  return {
    subject: trustedText(`${vouchers} imported, worth ${longPounds(pence)}`),
    preview: trustedText('If you know about this, you do not need to do anything.'),
    blocks: [
      opening(
        trustedText('Vouchers have been imported'),
        trustedText(
          `${vouchers} that ${count === 1 ? 'was' : 'were'} sold before, on paper or with another system, can now be used here. Nothing was paid for ${count === 1 ? 'it' : 'them'} on the website, and nothing was sent to anyone.`,
        ),
      ),
      card(
        figure('Total balance', `£${formatPounds(pence)}`),
        facts([
          ['Vouchers', trustedText(String(count))],
          ['Imported by', sanitizedText(by)],
          ['When', trustedText(londonTime(new Date(at)))],
        ]),
      ),
      section(
        'If you do not know about this',
        trustedText(
          'Please ask the person named. You can undo the import in the portal, as long as none of the vouchers has been used, changed or emailed, or has expired.',
        ),
      ),
    ],
    footnote: trustedText('Sent by your website to the clinic and to every owner.'),
  }
})
