import { formatPounds } from '#contract/money'
import * as v from 'valibot'
import { card, facts, figure, opening, section } from './blocks.ts'
import { letter, type Template } from './email-layout.ts'
import { ours, type Words } from './email-text.ts'

/** What every notice about a payment says. */
export const noticed = {
  pence: v.pipe(v.number(), v.integer()),
  reference: v.string(),
}

interface Notice {
  title: string
  happened: string
  /** Beside the reference. */
  fact?: readonly [label: string, value: Words]
  means: string
  next: string
}

type Noticed = { pence: number; reference: string }

/**
 * To the clinic: what happened to a payment, what it means and what to do next. It names nobody, and has no link to sign
 * in behind: a forged copy of such a mail would have one, too.
 */
export function clinicNotice<Schema extends v.GenericSchema<unknown, Noticed>>(
  schema: Schema,
  write: (data: v.InferOutput<Schema>, amount: string) => Notice,
): Template {
  return letter(schema, (data) => {
    const amount = `£${formatPounds(data.pence)}`
    const { title, happened, fact, means, next } = write(data, amount)
    return {
      subject: ours(`${title}: ${amount}`),
      preview: ours(happened),
      blocks: [
        opening(ours(title), ours(happened)),
        card(figure('Amount', amount), facts([...(fact ? [fact] : []), ['At Stripe', ours(data.reference)]])),
        section('What it means', ours(means)),
        section('What to do next', ours(next)),
      ],
      footnote: ours(
        'Your website wrote this to you. It names nobody on purpose: who paid stands at Stripe.',
      ),
    }
  })
}
