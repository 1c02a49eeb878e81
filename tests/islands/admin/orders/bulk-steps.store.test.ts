import { afterEach, describe, expect, it } from 'vitest'
import type { AdminOrder } from '#contract/orders/admin-orders.ts'
import {
  describeSteps,
  listTold,
  moveOn,
  refusals,
  select,
  selected,
} from '#islands/admin/orders/bulk-steps.store.ts'
import { sampleOrder } from '#tests/islands/admin/orders/sample-order.ts'
import { answer } from '#tests/islands/fake-api.ts'
import { currentToast } from '#ui/toast.ts'

const times = (count: number, changes: Partial<AdminOrder> = {}) =>
  Array.from({ length: count }, () => sampleOrder(changes))

afterEach(() => {
  refusals.value = []
  selected.value = new Set()
})

describe('the question before the next step of several orders', () => {
  it.each<[string, AdminOrder[]]>([
    ['Mark 6 as ready and send 5 out for delivery', [...times(6), ...times(5, { delivery: 'local' })]],
    ['Mark 1 as collected', times(1, { fulfilment: 'ready' })],
    [
      'Mark 1 as ready, mark 2 as delivered and mark 1 as collected',
      [
        ...times(1),
        ...times(2, { delivery: 'local', fulfilment: 'ready' }),
        ...times(1, { fulfilment: 'ready' }),
      ],
    ],
  ])('is “%s”', (question, orders) => {
    expect(describeSteps(orders)).toBe(question)
  })

  it('names each person who gets an email, once', () => {
    const twice = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com' }
    const orders = [
      sampleOrder(twice),
      sampleOrder(twice),
      sampleOrder({ firstName: 'Bo', lastName: 'Ray', delivery: 'local' }),
      sampleOrder({ buyerTold: true }),
      sampleOrder({ email: '' }),
      sampleOrder({ fulfilment: 'ready' }),
      sampleOrder({ status: 'refunding', canHandOver: false }),
    ]
    expect(listTold(orders).map(({ name }) => name)).toEqual(['Ann Lee (2 emails)', 'Bo Ray'])
  })
})

describe('Undo of the next step of several orders', () => {
  const [first, second] = [sampleOrder(), sampleOrder()]
  const results = (fulfilment: AdminOrder['fulfilment'], changes: Partial<AdminOrder> = {}) => ({
    results: [
      { id: first.id, outcome: 'moved', order: { ...first, fulfilment } },
      { id: second.id, outcome: 'moved', order: { ...second, fulfilment, ...changes } },
    ],
  })
  async function undo() {
    const [action] = currentToast.value?.action ?? []
    if (!action || !('onPress' in action)) throw new Error('no Undo')
    action.onPress()
    await expect.poll(() => currentToast.value?.description).toContain('moved back')
    return currentToast.value
  }

  it('moves back what was moved, for ten seconds, selects it, and says that no email has left', async () => {
    const sent = answer([200, results('ready')], [200, results('to_prepare')])
    select([first.id, second.id], true)
    await moveOn([first, second])
    expect(selected.value.size).toBe(0)
    expect(currentToast.value).toMatchObject({ description: '2 orders updated.', duration: 10_000 })
    expect(await undo()).toMatchObject({
      title: 'Success',
      description: '2 orders moved back. No emails were sent.',
    })
    expect([...selected.value]).toEqual([first.id, second.id])
    expect(sent[1]).toEqual({
      orders: [first, second].map(({ id }) => ({ id, fulfilment: 'to_prepare', from: 'ready' })),
    })
  })

  it('says whose email had left already', async () => {
    answer([200, results('ready')], [200, results('to_prepare', { buyerTold: true })])
    await moveOn([first, second])
    expect(await undo()).toMatchObject({
      title: 'Please check',
      description: '2 orders moved back. 1 buyer had already been told by email.',
    })
  })

  it('is not offered if nothing was moved', async () => {
    const unchanged = [first, second].map(({ id }) => ({ id, outcome: 'unchanged' }))
    answer([200, { results: unchanged }])
    await moveOn([first, second])
    expect(currentToast.value?.action).toBeUndefined()
  })
})
