import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addDays, londonDay } from '#contract/base/send-date.ts'
import type { EmailState } from '#contract/base/statuses.ts'
import type { PurchasedVoucher } from '#contract/purchases/purchases.ts'
import { voucherReceiptFacts } from '#islands/checkout/voucher-facts.ts'
import { cancel, problem as cancelProblem } from '#islands/your-purchase/cancel-purchase.store.ts'
import { describeCancellation, describeCancelling } from '#islands/your-purchase/describe-cancellation.ts'
import * as changes from '#islands/your-purchase/gift-changes.store.ts'
import { describeDelivery } from '#islands/your-purchase/gift-delivery.ts'
import { orderBadge } from '#islands/your-purchase/OrderPurchase.tsx'
import * as store from '#islands/your-purchase/your-purchase.store.ts'
import { catchPurchaseToken, currentPurchaseToken } from '#lib/purchase-token.ts'

const TOKEN = '3f0c1b8e-6a63-4e0c-9a64-0a4ad7a0a001.mac'
const today = londonDay(new Date())
const VOUCHER: PurchasedVoucher = {
  kind: 'voucher',
  number: 2031,
  reference: 'pi_1',
  paidAt: '2026-11-21T14:32:08.000Z',
  amount: '75.00',
  refunded: '0.00',
  buyerName: 'Buyer Name',
  buyerEmail: 'buyer@example.com',
  canChangeEmail: true,
  canCancel: true,
  status: 'active',
  voucherCode: '7K2M-0PQR-4XVB-19DN',
  isUsed: false,
  expiryDate: addDays(today, 360),
  recipientName: 'Recipient Name',
  recipientEmail: 'recipient@example.com',
  deliverTo: 'recipient',
  sendOn: addDays(today, 30),
  giftEmail: { state: 'waiting', at: '2026-12-25T09:00:00.000Z' },
  canCorrect: true,
  canReschedule: true,
  canReissue: false,
}
const DELIVERED: PurchasedVoucher = {
  ...VOUCHER,
  giftEmail: { state: 'accepted', at: '2026-12-25T09:00:04.000Z' },
  canCorrect: false,
  canReschedule: false,
  canReissue: true,
}

/** Opens the page with a link's fragment. */
function follow(hash: string, parts: string[] = []) {
  vi.stubGlobal('location', new URL(`https://clinic.example/your-purchase${hash}`))
  vi.stubGlobal('document', { querySelector: (id: string) => (parts.includes(id) ? {} : null) })
}

const refusal = (code: string, status = 409, fields?: object) =>
  [status, { message: `refused: ${code}`, code, ...(fields && { fields }) }] as const

/** Fakes the server's responses in turn. Returns the recorded requests. */
function answer(...answers: (readonly [status: number, body: unknown])[]) {
  const asked: { path: string; body: Record<string, unknown> }[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    asked.push({ path, body: JSON.parse(init.body as string) })
    const [status, body] = answers.shift()!
    if (status === 0) throw new TypeError('Failed to fetch')
    return Response.json(body, { status })
  })
  return asked
}

/** What a reload finds. */
const kept = new Map<string, string>()

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  })
  vi.stubGlobal('CSS', { escape: (text: string) => text })
  vi.stubGlobal('history', {
    state: null,
    replaceState: (_: unknown, __: string, path: string) =>
      vi.stubGlobal('location', new URL(path, location.href)),
  })
  follow(`#${TOKEN}`)
  catchPurchaseToken()
  store.view.value = { name: 'opening' }
  store.outcome.value = undefined
  changes.stopEditing()
})
afterEach(() => vi.unstubAllGlobals())

const shown = () => {
  if (store.view.value.name !== 'open') throw new Error(store.view.value.name)
  return store.view.value.purchase
}

describe('the link of a purchase', () => {
  it('takes the token out of the address and sends it only in the body', async () => {
    follow(`#${TOKEN}`)
    const asked = answer([200, VOUCHER])
    await store.openPurchase()
    expect(location.href).toBe('https://clinic.example/your-purchase')
    expect(asked).toEqual([{ path: '/api/purchase', body: { token: TOKEN } }])
    expect(shown()).toEqual(VOUCHER)
  })

  it('leaves the fragment of a part of the page alone', () => {
    follow('#main', ['[id="main"]'])
    expect(catchPurchaseToken()).toBe(false)
    expect(location.hash).toBe('#main')
  })

  it.each([false, true])(
    'of another purchase opens in the same tab (caught by the page: %s)',
    async (isCaught) => {
      answer([200, VOUCHER], [200, { ...VOUCHER, number: 2032 }])
      await store.openPurchase()
      follow('#another.mac')
      if (isCaught) catchPurchaseToken()
      store.openNextLink()
      await vi.waitFor(() => expect(shown().number).toBe(2032))
    },
  )

  it.each([
    ['not_found', 404, 'unknown'],
    ['unavailable', 503, 'unavailable'],
    ['too_many_requests', 429, 'failed'],
  ])('refused as %s says so', async (code, status, name) => {
    answer(refusal(code, status))
    await store.openPurchase()
    expect(store.view.value.name).toBe(name)
  })

  it('is kept for a reload until it opens nothing, but not because of a failure', async () => {
    answer([0, undefined], [200, VOUCHER], refusal('not_found', 404))
    for (const isKept of [true, true, false]) {
      await store.openPurchase()
      expect([...kept.values()]).toEqual(isKept ? [TOKEN] : [])
    }
  })

  it('that was changed is replaced by the new one, which the next request sends', async () => {
    const asked = answer([200, VOUCHER])
    store.showRelinked('new.token', { ...VOUCHER, buyerEmail: 'right@example.com' })
    expect(shown()).toMatchObject({ buyerEmail: 'right@example.com' })
    expect([currentPurchaseToken(), [...kept.values()]]).toEqual(['new.token', ['new.token']])
    await store.openPurchase()
    expect(asked[0]?.body).toEqual({ token: 'new.token' })
  })

  it('that a reload finds opens the purchase', async () => {
    kept.set('purchase-token', TOKEN)
    vi.resetModules()
    follow('')
    const reloaded = await import('#lib/purchase-token.ts')
    expect(reloaded.currentPurchaseToken()).toBe(TOKEN)
  })

  it('can be tried again after a lost connection', async () => {
    answer([0, undefined], [200, VOUCHER])
    await store.openPurchase()
    expect(store.view.value).toMatchObject({ name: 'failed', message: /cannot connect/ })
    await store.openPurchase()
    expect(shown()).toEqual(VOUCHER)
  })
})

describe('a change of the gift', () => {
  it('sends the typed address with the one that was shown, and shows the purchase as it is then', async () => {
    const asked = answer([200, { ...VOUCHER, recipientEmail: 'right@example.com' }])
    changes.startEditing('address', VOUCHER)
    changes.addressForm.setValue('recipientEmail', ' Right@example.com ')
    expect(await changes.saveAddress(VOUCHER)).toBe(true)
    expect(asked[0]).toEqual({
      path: '/api/purchase/recipient',
      body: { token: TOKEN, recipientEmail: 'right@example.com', from: VOUCHER.recipientEmail },
    })
    expect(shown()).toMatchObject({ recipientEmail: 'right@example.com' })
    expect([store.editing.value, store.outcome.value?.isGood]).toEqual([undefined, true])
  })

  it.each([
    ['an incomplete date', '', 'Please choose a day, such as 25/12/2026'],
    ['today', today, 'Please choose tomorrow or a later day, or send it now'],
    ['181 days ahead', addDays(today, 181), 'Please choose a day in the next 180 days'],
    ['30 February', '2027-02-30', 'That day does not exist. Please choose another one'],
  ])('to %s is refused beside the field, without asking the server', async (_, day, sentence) => {
    const asked = answer()
    changes.startEditing('day', VOUCHER)
    changes.dayForm.setValue('sendOn', day)
    expect(await changes.saveDay(VOUCHER)).toBe(false)
    expect(changes.dayForm.errors.value.sendOn).toBe(sentence)
    expect([asked, store.editing.value]).toEqual([[], 'day'])
  })

  it('to now sends null and the day that was shown', async () => {
    const asked = answer([200, { ...VOUCHER, sendOn: undefined }])
    await changes.sendNow(VOUCHER)
    expect(asked[0]).toEqual({
      path: '/api/purchase/send-on',
      body: { token: TOKEN, sendOn: null, from: VOUCHER.sendOn },
    })
  })

  it('refused because another tab was first says so and shows what is true now', async () => {
    const present = { ...VOUCHER, giftEmail: { state: 'sent' }, canReschedule: false }
    answer(refusal('changed_meanwhile'), [200, present])
    changes.startEditing('day', VOUCHER)
    await changes.sendNow(VOUCHER)
    expect(store.outcome.value).toEqual({ text: 'refused: changed_meanwhile', isGood: false })
    expect(shown()).toEqual(present)
    expect(store.editing.value).toBeUndefined()
  })

  it('refused by the server for a field says so beside it and keeps what was typed', async () => {
    answer(refusal('invalid_request', 400, { recipientEmail: 'Not this one' }))
    changes.startEditing('address', VOUCHER)
    changes.addressForm.setValue('recipientEmail', 'typed@example.com')
    expect(await changes.saveAddress(VOUCHER)).toBe(false)
    expect(changes.addressForm.errors.value.recipientEmail).toBe('Not this one')
    expect(changes.addressForm.values.value.recipientEmail).toBe('typed@example.com')
  })

  it('refused while it is still possible shows what is true now beside what was typed', async () => {
    const present = { ...VOUCHER, recipientEmail: 'other@example.com' }
    answer(refusal('changed_meanwhile'), [200, present])
    changes.startEditing('address', VOUCHER)
    changes.addressForm.setValue('recipientEmail', 'typed@example.com')
    await changes.saveAddress(VOUCHER)
    expect(shown()).toEqual(present)
    expect([changes.problem.value, store.editing.value]).toEqual(['refused: changed_meanwhile', 'address'])
    expect(changes.addressForm.values.value.recipientEmail).toBe('typed@example.com')
  })

  it('refused keeps what is shown if that cannot be read again', async () => {
    answer([200, VOUCHER], refusal('changed_meanwhile'), [0, undefined])
    await store.openPurchase()
    changes.startEditing('address', VOUCHER)
    changes.addressForm.setValue('recipientEmail', 'typed@example.com')
    await changes.saveAddress(VOUCHER)
    expect(shown()).toEqual(VOUCHER)
    expect([changes.problem.value, store.editing.value]).toEqual(['refused: changed_meanwhile', 'address'])
  })

  it('that is lost on the way says so and keeps the form open', async () => {
    answer([0, undefined])
    changes.startEditing('address', VOUCHER)
    await changes.saveAddress(VOUCHER)
    expect(changes.problem.value).toMatch(/cannot connect/)
    expect(store.editing.value).toBe('address')
  })
})

describe('replacing a voucher that went to the wrong person', () => {
  const type = (email: string) => changes.addressForm.setValue('recipientEmail', email)

  it('asks for the address anew and shows the new code', async () => {
    const present = { ...VOUCHER, voucherCode: '19DN-4XVB-0PQR-7K2M', recipientEmail: 'right@example.com' }
    const asked = answer([200, present])
    changes.startEditing('code', DELIVERED)
    expect(await changes.saveAddress(DELIVERED)).toBe(false)
    expect(changes.addressForm.errors.value.recipientEmail).toBeDefined()
    type('right@example.com')
    expect(await changes.saveAddress(DELIVERED)).toBe(true)
    expect(asked).toEqual([
      {
        path: '/api/purchase/reissue',
        body: { token: TOKEN, recipientEmail: 'right@example.com' },
      },
    ])
    expect(shown()).toEqual(present)
    expect(store.outcome.value).toMatchObject({ text: /new code/, isGood: true })
    expect(store.editing.value).toBeUndefined()
  })

  it('refused because it was used meanwhile says so and shows what is true now', async () => {
    const present = { ...DELIVERED, canReissue: false }
    answer(refusal('not_active'), [200, present])
    changes.startEditing('code', DELIVERED)
    type('right@example.com')
    await changes.saveAddress(DELIVERED)
    expect(store.outcome.value).toEqual({ text: 'refused: not_active', isGood: false })
    expect(shown()).toEqual(present)
    expect(store.editing.value).toBeUndefined()
  })
})

describe('where a voucher is', () => {
  const at = '2026-12-25T09:00:04.000Z'
  const say = (changes: Partial<PurchasedVoucher>) => {
    const { before, address, after } = describeDelivery({ ...VOUCHER, sendOn: undefined, ...changes })!
    return `${before} ${address}${after}`
  }

  it('is not said once the recipient was erased, nor is their name on the receipt', () => {
    const erased = { ...VOUCHER, recipientName: '', recipientEmail: undefined }
    expect(describeDelivery({ ...erased, giftEmail: { state: 'sent', at } })).toBeUndefined()
    expect(voucherReceiptFacts(erased).map(([label]) => label)).not.toContain('Gift voucher for')
  })

  it.each<[EmailState, string]>([
    [{ state: 'waiting', at }, 'We are about to email it to recipient@example.com.'],
    [
      { state: 'waiting', at, since: '2026-01-05T09:00:04.000Z' },
      'It has been waiting to be emailed to recipient@example.com since 5 January 2026 at 09:00.',
    ],
    [
      { state: 'waiting', at, since: new Date(Date.now() - 60_000).toISOString() },
      'We are about to email it to recipient@example.com.',
    ],
    [{ state: 'sending' }, 'We are emailing it to recipient@example.com right now.'],
    [
      { state: 'sent', at },
      'We emailed it to recipient@example.com on 25 December 2026 at 09:00, and it has not come back.',
    ],
    [
      { state: 'accepted', at },
      'We emailed it to recipient@example.com. Their email provider accepted it on 25 December 2026 at 09:00. If they cannot find it, it may be in the spam folder.',
    ],
    [
      { state: 'delayed', at },
      'We emailed it to recipient@example.com. Their email provider has not accepted it yet, and delayed it on 25 December 2026 at 09:00. It may still arrive. If it has not done so a day later, please ring us.',
    ],
    [
      { state: 'bounced', at, reason: 'no_mailbox' },
      'Our email to recipient@example.com came back on 25 December 2026 at 09:00, because the address does not exist.',
    ],
    [
      { state: 'bounced', at, reason: 'refused' },
      'Our email to recipient@example.com came back on 25 December 2026 at 09:00, because the email provider refused it.',
    ],
    [
      { state: 'bounced', at, reason: 'unreachable' },
      'Our email to recipient@example.com came back on 25 December 2026 at 09:00, because the address could not be reached.',
    ],
    [
      { state: 'failed', at },
      'Our email to recipient@example.com could not be sent on 25 December 2026 at 09:00.',
    ],
  ])('with an email as %j', (giftEmail, sentence) => {
    expect(say({ giftEmail })).toBe(sentence)
  })

  it.each<[Partial<PurchasedVoucher>, string]>([
    [{}, 'We send it only to you at buyer@example.com. You can print the voucher or forward our email.'],
    [
      { giftEmail: { state: 'accepted', at } },
      'We emailed it to you at buyer@example.com. Your email provider accepted it on 25 December 2026 at 09:00. If you cannot find it, it may be in the spam folder. It goes only to you. You can print the voucher or forward the email.',
    ],
    [
      { giftEmail: { state: 'bounced', at, reason: 'no_mailbox' } },
      'Our email to you at buyer@example.com came back on 25 December 2026 at 09:00, because the address does not exist.',
    ],
    [{ status: 'refunded' }, 'We sent it only to you at buyer@example.com.'],
  ])('that goes to its buyer, with %j', (changes, sentence) => {
    expect(say({ giftEmail: undefined, deliverTo: 'buyer', ...changes })).toBe(sentence)
  })
})

describe('cancelling', () => {
  const REFUNDABLE = { ...VOUCHER, refundableAmount: '75.00', cancelUntil: addDays(today, 14) }

  it('asks for the sum that is shown, and shows what became of it', async () => {
    follow(`#${TOKEN}`)
    catchPurchaseToken()
    const cancellation = { at: VOUCHER.paidAt, stage: 'settled', amount: '75.00' }
    const asked = answer([200, { ...VOUCHER, status: 'refunded', canCancel: false, cancellation }])
    await cancel(REFUNDABLE)
    expect(asked).toEqual([{ path: '/api/purchase/cancel', body: { token: TOKEN, expectedAmount: '75.00' } }])
    expect(store.view.value).toMatchObject({ name: 'open', purchase: { cancellation } })
  })

  it('shows another sum, of which nothing has happened, before it is confirmed', async () => {
    follow(`#${TOKEN}`)
    catchPurchaseToken()
    answer(refusal('changed_meanwhile'), [200, { ...REFUNDABLE, refundableAmount: '65.00', isUsed: true }])
    await cancel(REFUNDABLE)
    expect(cancelProblem.value).toBe('refused: changed_meanwhile')
    expect(store.view.value).toMatchObject({ purchase: { refundableAmount: '65.00' } })
  })

  it('of a purchase that is frozen asks for nothing', async () => {
    follow(`#${TOKEN}`)
    catchPurchaseToken()
    const asked = answer([200, VOUCHER])
    await cancel({ ...VOUCHER, frozenBy: 'dispute' })
    expect(asked[0]?.body['expectedAmount']).toBe('0.00')
  })

  const ORDER = {
    ...VOUCHER,
    kind: 'order' as const,
    status: 'completed' as const,
    delivery: 'local' as const,
    productName: 'Acupressure mat',
    quantity: 1,
    shippingAddress: { line1: '1 Example Street', city: 'Liverpool', postcode: 'L1 0AA', country: 'GB' },
    refundableAmount: '32.00',
  }

  it.each([
    [
      'of a voucher',
      REFUNDABLE,
      /We will refund £75\.00 .*The code stops working as soon as you confirm/,
      /used/,
    ],
    ['of a used voucher', { ...REFUNDABLE, isUsed: true }, /What has been used is not refunded/, /used up/],
    ['of a spent voucher', { ...REFUNDABLE, refundableAmount: '0.00' }, /nothing to refund/, /£/],
    ['of a disputed voucher', { ...VOUCHER, frozenBy: 'dispute' as const }, /your bank decides/, /£/],
    ['of an order on the shelf', { ...ORDER, fulfilment: 'to_prepare' as const }, /£32\.00/, /sealed/],
    [
      'of goods on their way',
      { ...ORDER, fulfilment: 'ready' as const },
      /sealed .* only come back unopened/,
      /code/,
    ],
    [
      'of delivered goods',
      { ...ORDER, fulfilment: 'delivered' as const },
      /within 14 days of having them back/,
      /code/,
    ],
  ])('%s says before it what comes back, and what does not', (_, purchase, said, unsaid) => {
    const text = describeCancelling(purchase).join(' ')
    expect(text).toMatch(said)
    expect(text).not.toMatch(unsaid)
  })

  it.each([
    ['completed', 'badge-wait'],
    ['refunding', 'badge-wait'],
    ['refunded', 'badge-off'],
    ['disputed', 'badge-bad'],
  ] as const)('an order that is cancelled and %s has the badge of %s', (status, badge) => {
    const cancellation = { at: VOUCHER.paidAt, stage: 'goods' as const }
    expect(orderBadge({ status, cancellation })).toEqual(['Cancelled', badge])
  })

  it.each([
    ['frozen', {}, /We are checking this payment/],
    ['at_counter', { amount: '32.00' }, /still at the clinic\. We refund £32\.00/],
    ['goods', { amount: '32.00', goodsBy: '2026-12-12' }, /goods back by Saturday 12 December 2026/],
    ['posted', { amount: '32.00', payBy: '2026-12-12' }, /We refund £32\.00 by Saturday 12 December 2026/],
    ['by_hand', { amount: '32.00', payBy: '2026-12-12' }, /We will pay £32\.00 back to you by/],
    ['refunding', { amount: '32.00', payBy: '2026-12-12' }, /We are refunding £32\.00 the way you paid/],
    ['refunding', { amount: '22.00', goodsBy: '2026-12-12' }, /goods back by Saturday 12 December 2026/],
    ['settled', { amount: '32.00' }, /We have refunded £32\.00/],
    ['settled', { amount: '0.00' }, /nothing to refund/],
  ] as const)('says while it is %s with %o what happens next', (stage, more, said) => {
    const cancellation = { at: VOUCHER.paidAt, stage, ...more }
    expect(describeCancellation({ ...VOUCHER, cancellation }).join(' ')).toMatch(said)
  })
})
