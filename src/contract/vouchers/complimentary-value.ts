import * as v from 'valibot'
import { AmountSchema } from '#contract/base/amounts.ts'
import { defineEndpoint } from '#contract/base/endpoint.ts'

/** What all admins together may still give today (London) without money: issue free, or add to a balance. */
export const ComplimentaryValueSchema = v.object({ leftToday: AmountSchema, perDay: AmountSchema })

/** Such as "The clinic can give away another £48.00 today (the limit is £500.00 a day)". */
export const describeComplimentaryValue = ({
  leftToday,
  perDay,
}: v.InferOutput<typeof ComplimentaryValueSchema>): string =>
  `The clinic can give away another £${leftToday} today (the limit is £${perDay} a day)`

export const complimentaryValueEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/complimentary-value',
  access: 'admin',
  role: 'owner',
  body: v.undefined(),
  reply: ComplimentaryValueSchema,
})
