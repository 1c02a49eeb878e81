import { sql } from 'kysely'
import * as v from 'valibot'
import { clinic } from '#clinic/current-clinic.ts'
import { formatPounds } from '#contract/base/money.ts'
import { freezeCauses, type FreezeCause } from '#contract/money/frozen.ts'
import { cancellationStages } from '#contract/purchases/cancellation.ts'
import { purchaseName, type Purchase } from '#contract/purchases/purchase-number.ts'
import { longDay, timeToTheSecond } from '#server/dates.ts'
import { card, facts, figure, opening, section } from '#server/email/blocks.ts'
import { defineLoadedEmail, type EmailLoad } from '#server/email/email-layout.ts'
import { sentence, trustedText } from '#server/email/email-text.ts'
import { purchaseButton, purchaseEntries, purchaseFacts } from '#server/email/purchase-facts.ts'
import { linkIdOf } from '#server/purchases/rules/link-id.ts'

const DaySchema = v.pipe(v.string(), v.isoDate())
const PenceSchema = v.pipe(v.number(), v.integer())

const Schema = v.object({
  buyerName: v.string(),
  bought: v.picklist(['voucher', 'order']),
  ...purchaseEntries,
  /** Null of a voucher sold by telephone. */
  reference: v.nullable(v.string()),
  /** What the buyer is told of. */
  event: v.picklist(['cancelled', 'collected', 'owed', 'goods-kept', 'paid-back']),
  at: v.pipe(
    v.string(),
    v.transform((text) => new Date(text)),
    v.date(),
  ),
  sentOn: DaySchema,
  /** Whether the buyer cancelled on the page of the purchase, or the clinic recorded it. */
  byBuyer: v.boolean(),
  stage: v.picklist(cancellationStages),
  frozenBy: v.nullable(v.picklist(freezeCauses)),
  /** To be paid back; null while it is frozen. */
  pence: v.nullable(PenceSchema),
  payBy: v.nullable(DaySchema),
  goodsBy: v.nullable(DaySchema),
  /** Once the goods are back. */
  deductedPence: PenceSchema,
  deductionReason: v.nullable(v.string()),
})

type Data = v.InferOutput<typeof Schema>

const load: EmailLoad<'buyerName' | 'bought' | 'linkId' | 'number' | 'reference'> = {
  recipient: sql`coalesce(voucher.buyer_email, orders.email)`,
  data: {
    buyerName: sql`coalesce(voucher.buyer_name, orders.first_name, '')`,
    bought: sql`case when orders.id is null then 'voucher' else 'order' end`,
    linkId: linkIdOf(sql`payment.id`),
    number: sql`coalesce(voucher.number, orders.number)`,
    reference: sql`payment.stripe_payment_intent_id`,
  },
  from: sql`
    from (select outbox.about as id) it
      left join gift_voucher voucher on voucher.id = it.id
      left join orders on orders.id = it.id
      left join payment on payment.id = coalesce(voucher.payment_id, orders.payment_id)
    where coalesce(voucher.id, orders.id) is not null`,
}

/** To the buyer: the acknowledgement of a cancellation, and later what no email about a refund says. */
export const purchaseCancelled = defineLoadedEmail(Schema, load, (data, siteUrl) => {
  const { number, bought, reference, pence } = data
  const isKept = data.event === 'goods-kept'
  const name = nameOf(bought, number)
  const title = TITLES[data.event]
  const received = timeToTheSecond(data.at)
  const happened = whatHappened(data, name, received)
  return {
    subject: trustedText(title),
    preview: trustedText(whatHappens(data)[0]!),
    blocks: [
      opening(
        trustedText(title),
        data.buyerName
          ? sentence`Dear ${data.buyerName}, ${trustedText(happened)}`
          : trustedText(capitalised(happened)),
      ),
      card(
        ...(pence === null
          ? []
          : [
              figure(
                pence > 0 && data.event !== 'paid-back' && !isKept ? 'To be paid back' : 'Paid back',
                `£${formatPounds(pence)}`,
              ),
            ]),
        facts([
          [
            data.event !== 'cancelled' ? 'Cancelled' : data.byBuyer ? 'Received' : 'Recorded',
            trustedText(received),
          ],
          ...noticeFacts(data, name),
          ...(data.payBy && pence ? [['Paid back by', trustedText(longDay(data.payBy))] as const] : []),
          ...(data.goodsBy ? [['Send the goods back by', trustedText(longDay(data.goodsBy))] as const] : []),
          ...(isKept
            ? [
                ['Deducted', trustedText(`£${formatPounds(data.deductedPence)}`)] as const,
                ['Why', sentence`${data.deductionReason ?? ''}`] as const,
              ]
            : []),
          ...(reference === null ? [] : purchaseFacts(bought, { number, reference })),
        ]),
      ),
      ...purchaseButton(siteUrl, data.linkId),
      section(
        'What happens now',
        ...whatHappens(data).map(trustedText),
        trustedText(
          `If something does not look right, please ring us on ${clinic.phone.display} or reply to this email.`,
        ),
      ),
    ],
    footnote: trustedText('You have received this email because you cancelled a purchase from us.'),
  }
})

const TITLES: Record<Data['event'], string> = {
  cancelled: 'We have your cancellation',
  collected: 'Please return your order',
  owed: 'We are paying you back in another way',
  'goods-kept': 'Your goods are back with us',
  'paid-back': 'We have paid you back',
}

function whatHappened({ event, byBuyer, sentOn }: Data, name: string, received: string): string {
  switch (event) {
    case 'collected':
      return `you have cancelled your ${name}, and it has been collected from us since.`
    case 'owed':
      return `our card provider could not return the money for your ${name} the way you paid, so please do not wait for it there.`
    case 'goods-kept':
      return `we have the goods of your ${name} back. Thank you for returning them.`
    case 'paid-back':
      return `you have cancelled your ${name}, and we have paid you back what was due.`
    case 'cancelled':
      return byBuyer
        ? `you have cancelled your ${name} on our website. We received this on ${received}.`
        : `you have cancelled your ${name}. We received your notice of ${longDay(sentOn)} and recorded it on ${received}.`
  }
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The words of the notice, or the day of one that came otherwise. */
function noticeFacts({ byBuyer, sentOn, event }: Data, name: string) {
  if (!byBuyer) return [['Notice sent on', trustedText(longDay(sentOn))] as const]
  if (event !== 'cancelled') return []
  return [['Your notice', trustedText(`“Cancel this purchase”, confirmed for your ${name}`)] as const]
}

const nameOf = (bought: Purchase, number: number | null | undefined): string => {
  if (!number) return 'gift voucher'
  const name = purchaseName(bought, number)
  return name.charAt(0).toLowerCase() + name.slice(1)
}

/** Why nothing can be paid back yet, and what ends that. */
const FROZEN: Record<FreezeCause, string> = {
  dispute:
    'Your bank is looking into this payment, so your bank decides about the money. Once it has decided',
  review: 'We are checking this payment. Once that is done',
  warning: 'We are checking this payment. Once that is done',
}

/** Sentences about a cancellation, in the order in which they are read. */
function whatHappens(data: Data): string[] {
  const { bought, stage, frozenBy, pence, payBy, goodsBy } = data
  const amount = `£${formatPounds(pence ?? 0)}`
  const by = payBy ? longDay(payBy) : ''
  const ended = bought === 'voucher' ? ['The code can no longer be used.'] : []
  if (data.event === 'paid-back')
    return [...ended, `We have paid ${amount} back to you, so there is nothing more for you to do.`]
  if (stage === 'frozen') {
    const goods = goodsBy ? [`Please send or bring the goods back by ${longDay(goodsBy)}.`] : []
    return [
      ...ended,
      ...goods,
      `${FROZEN[frozenBy ?? 'review']}, we refund what is due to you and tell you the sum${by && `, by ${by} if we can`}.`,
    ]
  }
  if (data.event === 'goods-kept')
    return [
      'We have deducted what the goods have lost in value. That is all that was still to be paid back, so there is nothing left to refund.',
    ]
  if (stage === 'at_counter')
    return [
      `Your order is ready for you at the clinic, so you do not have to send anything back. We refund ${amount} the way you paid, at the latest on the day after our next opening day.`,
      'If you have already collected it, please ring us.',
    ]
  if (stage === 'by_hand')
    return [
      ...ended,
      `We pay ${amount} back to you${by && ` by ${by}`}, and will be in touch about how.`,
      ...(goodsBy ? [`Please send or bring the goods back by ${longDay(goodsBy)}.`] : []),
    ]
  if (goodsBy)
    return [
      `Please send or bring the goods back by ${longDay(goodsBy)}. You pay the postage, unless they are faulty or not as described.`,
      `We refund ${amount} the way you paid within 14 days of having them back, or of your proof of posting if that comes first.`,
    ]
  if (pence === 0)
    return [
      ...ended,
      'What was paid for the voucher has been used or returned, so there is nothing to pay back. If a use is reversed later, we refund it to you.',
    ]
  return [
    ...ended,
    `We refund ${amount} the way you paid, by ${by} at the latest. It usually takes 5 to 10 working days.`,
  ]
}
