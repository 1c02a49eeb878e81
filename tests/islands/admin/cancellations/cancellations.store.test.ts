import { expect, it, vi } from 'vitest'
import { GoodsSchema } from '#contract/purchases/cancellation.ts'
import {
  collectCancelled,
  recordCancellation,
  recordGoods,
  recordPaidBack,
} from '#islands/admin/cancellations/cancellations.store.ts'
import { createForm } from '#lib/form.ts'
import { VOUCHER } from '#tests/islands/admin/sample-voucher.ts'
import { answer, refusal } from '#tests/islands/fake-api.ts'
import { currentToast } from '#ui/toast.ts'

const CANCELLATION = {
  id: VOUCHER.id,
  at: '2026-11-25T09:12:00.000Z',
  sentOn: '2026-11-24',
  by: 'Customer',
  stage: 'settled',
  amount: '38.00',
}

it.each([
  ['recordGoods', () => recordGoods(VOUCHER.id, { what: 'back', on: '2026-11-25' })],
  ['recordPaidBack', () => recordPaidBack(VOUCHER.id)],
  ['recordCancellation', () => recordCancellation(VOUCHER.id, { sentOn: '2026-11-24' })],
])('the toast of %s says where the money is', async (_, act) => {
  answer([200, CANCELLATION])
  expect(await act()).toBeUndefined()
  expect(currentToast.value).toMatchObject({ description: '£38.00 has been paid back.' })
})

it('recordCancellation shows beside the field that a notice is too late', async () => {
  const late = 'The 14 days ended on 9 December 2026, so this notice is too late'
  answer(refusal('invalid_request', `${late}.`, 400, { sentOn: late }))
  vi.stubGlobal('document', { querySelector: () => ({}) })
  expect(await recordCancellation(VOUCHER.id, { sentOn: '2026-12-10' })).toMatchObject({
    fields: { sentOn: late },
  })
})

it('collectCancelled takes the step from ready to collected', async () => {
  const sent = answer(refusal('not_active', 'no'))
  vi.stubGlobal('document', { querySelector: () => ({}) })
  await collectCancelled(VOUCHER.id)
  expect(sent).toEqual([{ fulfilment: 'collected', from: 'ready' }])
})

it.each([
  ['no reason to keep nothing back', '0.00', {}],
  ['a reason to keep something back', '5', { reason: 'Please say why, for the buyer to read' }],
  ['an amount', '', { deduct: 'Please enter an amount in pounds' }],
])('the form of goods that are back needs %s', (_, deduct, errors) => {
  const form = createForm(GoodsSchema, { what: 'back', on: '2026-11-25', deduct, reason: ' ' })
  form.validate()
  expect(form.errors.value).toEqual(errors)
})
