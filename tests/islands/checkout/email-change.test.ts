import { afterEach, describe, expect, it, vi } from 'vitest'
import { createEmailChange } from '#islands/checkout/email-change.ts'

const CHANGED = {
  token: 'new.token',
  purchase: {
    kind: 'order',
    number: 1001,
    reference: 'pi_1',
    paidAt: '2026-11-21T14:32:08.000Z',
    amount: '32.00',
    refunded: '0.00',
    buyerName: 'Buyer Name',
    buyerEmail: 'tom@example.com',
    canChangeEmail: false,
    canCancel: true,
    status: 'completed',
    fulfilment: 'to_prepare',
    delivery: 'collection',
    productName: 'Acupressure mat',
    quantity: 1,
    shippingAddress: { line1: '2 Example Street', city: 'Liverpool', postcode: 'L1 0AB', country: 'UK' },
  },
}

/** Fakes the server's responses in turn. Returns the recorded bodies. */
function answer(...answers: (readonly [status: number, body: unknown])[]) {
  const sent: Record<string, unknown>[] = []
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    sent.push(JSON.parse(init.body as string) as Record<string, unknown>)
    const [status, body] = answers.shift()!
    if (status === 0) throw new TypeError('Failed to fetch')
    return Response.json(body, { status })
  })
  return sent
}
afterEach(() => vi.unstubAllGlobals())

const MISTYPED = { email: 'tom@exmaple.con', token: 'old.token' }

describe('a buyer who corrects their own address', () => {
  it('sends what they have typed with the token, and gets the new one', async () => {
    const sent = answer([200, CHANGED])
    const { form, save } = createEmailChange(MISTYPED)
    form.setValue('email', ' Tom@example.com ')
    expect(await save()).toEqual(CHANGED)
    expect(sent).toEqual([
      { token: 'old.token', email: 'tom@example.com', requestId: expect.any(String) as unknown },
    ])
  })

  it('repeats the same request after a lost response, also from a form that was closed and opened', async () => {
    const sent = answer([0, undefined], [200, CHANGED])
    const first = createEmailChange(MISTYPED)
    first.form.setValue('email', 'tom@example.com')
    expect(await first.save()).toBeUndefined()
    expect(first.problem.value).toMatch(/cannot connect/)
    const second = createEmailChange(MISTYPED)
    second.form.setValue('email', 'tom@example.com')
    expect(await second.save()).toEqual(CHANGED)
    expect(sent[1]).toEqual(sent[0])
  })

  it('reads what is wrong beside the field, and keeps what they have typed', async () => {
    answer([400, { message: 'No.', code: 'invalid_request', fields: { email: 'Not this one' } }])
    const { form, problem, save } = createEmailChange(MISTYPED)
    form.setValue('email', 'nobody')
    expect(await save()).toBeUndefined()
    expect(form.errors.value.email).toBe('Please enter a valid email address')
    form.setValue('email', 'typed@example.com')
    expect(await save()).toBeUndefined()
    expect([form.errors.value.email, form.values.value.email]).toEqual(['Not this one', 'typed@example.com'])
    expect(problem.value).toBeUndefined()
  })

  it('reads why it is too late, until they type again', async () => {
    answer([409, { message: 'Please ring us.', code: 'not_active' }])
    const { form, problem, save } = createEmailChange(MISTYPED)
    form.setValue('email', 'typed@example.com')
    await save()
    expect(problem.value).toBe('Please ring us.')
    form.setValue('email', 'other@example.com')
    expect(problem.value).toBeUndefined()
  })
})
