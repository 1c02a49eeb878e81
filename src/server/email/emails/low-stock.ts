import * as v from 'valibot'
import { opening, section } from '../blocks.ts'
import { letter } from '../email-layout.ts'
import { ours } from '../email-text.ts'

const Schema = v.object({ product: v.string(), left: v.pipe(v.number(), v.integer()) })

/** To the clinic: a product has gone below the number that the owner has set. */
export const lowStock = letter(Schema, ({ product, left }) => ({
  subject: ours(left === 0 ? `Sold out: ${product}` : `Nearly sold out: ${product}`),
  preview: ours(`${left} left.`),
  blocks: [
    opening(ours(product), ours(left === 0 ? 'There are none left.' : `There are ${left} left.`)),
    section('What to do next', ours('Order more, or withhold it from sale until it is back.')),
  ],
  footnote: ours('Your website wrote this to you.'),
}))
