import * as v from 'valibot'
import { clinicNotice, noticed } from '../clinic-notice.ts'

const Schema = v.object({ ...noticed, outcome: v.picklist(['won', 'lost']) })

/** To the clinic: the bank has decided. */
export const disputeClosed = clinicNotice(Schema, ({ reference, outcome }, amount) =>
  outcome === 'won'
    ? {
        title: 'A dispute is won',
        happened: `The bank has decided for you: ${amount} stays yours.`,
        means:
          'Stripe returns the sum to your balance. What was bought is good again, as before the dispute.',
        next: `Nothing. At Stripe, ${reference} has the bank’s decision.`,
      }
    : {
        title: 'A dispute is lost',
        happened: `The bank has decided for the customer: ${amount} has gone back.`,
        means: 'What was bought has ended, as after a refund. It can no longer be spent.',
        next: `Do not refund it as well: the customer has the money. At Stripe, ${reference} has the bank’s decision.`,
      },
)
