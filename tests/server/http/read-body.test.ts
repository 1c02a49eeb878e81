import * as v from 'valibot'
import { expect, test } from 'vitest'
import { defineEndpoint } from '#contract/base/endpoint.ts'
import { IdSchema } from '#contract/base/ids.ts'
import { LineSchema } from '#contract/base/text.ts'
import { readBody } from '#server/http/read-body.ts'

const endpoint = defineEndpoint({
  method: 'POST',
  path: '/api/orders',
  access: 'public',
  body: v.strictObject({
    name: LineSchema({ tooShort: 'Name is needed' }),
    amount: v.number(),
    gift: v.optional(v.boolean()),
    requestId: v.optional(IdSchema),
    kind: v.optional(v.picklist(['one', 'two'])),
    lines: v.optional(v.array(v.strictObject({ id: IdSchema }))),
  }),
  reply: v.object({}),
})

const read = (body: unknown) =>
  readBody(
    new Request('https://example.com/api/orders', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
    endpoint,
  )

const whole = { name: 'Jo', amount: 1 }
const ID = '4f0c0c9e-5d1c-4d1d-9d52-6b7f0f1d0a11'

// ASVS 15.3.5
test.each([
  ['a missing number', { name: 'Jo' }, 'amount', 'amount is required'],
  ['a number as a text', { ...whole, amount: '1' }, 'amount', 'amount must be a number'],
  ['a text as a choice', { ...whole, gift: 'yes' }, 'gift', 'gift must be true or false'],
  ['an id that is none', { ...whole, requestId: 'nope' }, 'requestId', 'requestId is not a valid id'],
  ['an unknown choice', { ...whole, kind: 'three' }, 'kind', 'kind is not valid'],
  ['an unknown field', { ...whole, extra: 1 }, 'extra', 'extra is not a field of this request'],
  ['no list', { ...whole, lines: 'one' }, 'lines', 'lines must be a list'],
  [
    'an item that lacks its id',
    { ...whole, lines: [{ id: ID }, {}] },
    'lines.1.id',
    'lines.1.id is required',
  ],
  ['a field with a sentence of its own', { amount: 1 }, 'name', 'Name is needed'],
])('readBody refuses %s with a sentence', async (_, body, field, sentence) => {
  await expect(read(body)).rejects.toMatchObject({ message: sentence, fields: { [field]: sentence } })
})

test('readBody refuses a body that is no object with a sentence', async () => {
  await expect(read('text')).rejects.toMatchObject({ message: 'The request must be an object' })
})
