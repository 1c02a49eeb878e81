import { sql } from 'kysely'
import { longDay } from '#server/dates.ts'
import { card, facts, opening, section } from '#server/email/blocks.ts'
import { defineLoadedEmail } from '#server/email/email-layout.ts'
import { sentence, trustedText } from '#server/email/email-text.ts'
import {
  codeEndFact,
  greetingOf,
  heldButton,
  holderFootnote,
  HOW_TO_USE,
} from '#server/email/holder-blocks.ts'
import { HolderEmailSchema, loadHeld } from '#server/email/holder-email-data.ts'

const load = loadHeld(sql`voucher.status = 'active'`)

/** To the holder: the voucher is valid for longer. */
export const voucherExtended = defineLoadedEmail(HolderEmailSchema, load, (data, siteUrl) => {
  const until = longDay(data.lastDay)
  return {
    subject: trustedText(`Your gift voucher is now valid until ${until}`),
    preview: trustedText('There is more time to use it.'),
    blocks: [
      opening(
        trustedText('More time for your gift voucher'),
        sentence`${greetingOf(data)} we have extended ${trustedText(data.isForBuyer ? 'the gift voucher that you bought' : 'your gift voucher')}. It is now valid until ${trustedText(until)}.`,
      ),
      card(facts([['Valid until', trustedText(until)], codeEndFact(data)])),
      ...heldButton(data, siteUrl),
      section('How to use it', trustedText(HOW_TO_USE)),
    ],
    footnote: trustedText(holderFootnote(data)),
  }
})
