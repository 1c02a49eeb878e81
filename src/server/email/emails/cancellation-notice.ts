import * as v from 'valibot'
import { longDay } from '#server/dates.ts'
import { clinicNotice, noticeEntries } from '#server/email/clinic-notice.ts'

const Schema = v.object({
  ...noticeEntries,
  /** Whether the goods wait in the clinic to be collected. */
  isAtCounter: v.boolean(),
  /** The last day for sending them back; null if they are still in the clinic. */
  goodsBy: v.nullable(v.pipe(v.string(), v.isoDate())),
})

/** To the clinic: the buyer has cancelled an order whose goods are not on the shelf. */
export const cancellationNotice = clinicNotice(Schema, ({ isAtCounter, goodsBy }, amount) => ({
  title: 'An order was cancelled',
  happened: isAtCounter
    ? `Somebody has cancelled an order of ${amount} that is ready for collection.`
    : `Somebody has cancelled an order of ${amount} that has left the clinic.`,
  means: isAtCounter
    ? 'If you do nothing, it is refunded and goes back into stock at the end of your next opening day.'
    : `The buyer has until ${goodsBy ? longDay(goodsBy) : 'the 14th day'} to send the goods back. You then have 14 days to refund it, from the day on which you have the goods or proof of posting.`,
  next: isAtCounter
    ? 'Please open “Needs attention” in the portal and press “Still here”. If it has been collected meanwhile, press “Collected”.'
    : 'When the goods arrive, please open the order in the portal and press “Goods are back”.',
}))
