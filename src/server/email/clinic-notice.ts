import * as v from 'valibot'
import { formatCurrency } from '#contract/base/money.ts'
import { card, facts, figure, opening, section } from '#server/email/blocks.ts'
import { defineEmail, type EmailTemplate } from '#server/email/email-layout.ts'
import { trustedText, type EmailText } from '#server/email/email-text.ts'
import { purchaseEntries, purchaseFacts } from '#server/email/purchase-facts.ts'

/** Data of every notice about a payment. */
export const noticeEntries = {
  /** In the smallest unit of `currency`. */
  pence: v.pipe(v.number(), v.integer()),
  /** ISO 4217, in lower case. */
  currency: v.string(),
  /** Null or absent if nothing was bought with it. */
  bought: v.nullish(v.picklist(['voucher', 'order'])),
  ...purchaseEntries,
}

interface Notice {
  title: string
  happened: string
  /** An additional line in the card. */
  fact?: readonly [label: string, value: EmailText]
  means: string
  next: string
}

type NoticeData = v.InferOutput<v.ObjectSchema<typeof noticeEntries, undefined>>

/**
 * Defines an email to the clinic: what happened to a payment, what it means and what to do next. It contains no name
 * and no link to a sign-in page: a forged copy would have such a link, too.
 */
export function clinicNotice<Schema extends v.GenericSchema<unknown, NoticeData>>(
  schema: Schema,
  write: (data: v.InferOutput<Schema>, amount: string) => Notice,
): EmailTemplate<v.InferInput<Schema>> {
  return defineEmail(schema, (data) => {
    const amount = formatCurrency(data.pence, data.currency)
    const { title, happened, fact, means, next } = write(data, amount)
    return {
      subject: trustedText(`${title}: ${amount}`),
      preview: trustedText(happened),
      blocks: [
        opening(trustedText(title), trustedText(happened)),
        card(
          figure('Amount', amount),
          facts([
            ...(fact ? [fact] : []),
            ...purchaseFacts(data.bought ?? 'order', data, 'Stripe reference'),
          ]),
        ),
        section('What it means', trustedText(means)),
        section('What to do next', trustedText(next)),
      ],
      footnote: trustedText(
        'This email was sent by your website and leaves out names on purpose. Stripe shows who paid.',
      ),
    }
  })
}
