import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hasPendingPurchase } from '#islands/shop/pending-purchase.ts'
import { form, selectedProduct } from '#islands/shop/purchase/purchase-form.store.ts'
import {
  checkout,
  clearForm,
  closePurchase,
  goTo,
  step,
  submit,
} from '#islands/shop/purchase/purchase.store.ts'
import { keepPurchaseDraft, restorePurchase } from '#islands/shop/purchase/restore-purchase.ts'
import {
  atOnce,
  CANCELLED,
  OPEN,
  OTHER_SECRET,
  PROCESSING,
  SECRET,
  UNKNOWN,
  UNPAID,
} from '#tests/islands/checkout/fake-payment-api.ts'
import { answer, refusal } from '#tests/islands/fake-api.ts'
import { fillInPurchase, ORDERED } from '#tests/islands/shop/fake-purchase-api.ts'
import { FORK } from '#tests/islands/shop/fake-shop-api.ts'
import { currentToast } from '#ui/toast.ts'

let kept: Map<string, string>
let stop: () => void

beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  })
  vi.stubGlobal('history', {
    state: null,
    replaceState: (_: unknown, __: string, address: URL) => vi.stubGlobal('location', address),
  })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
  stop = keepPurchaseDraft()
})
afterEach(() => stop())

/** Simulates a reload of the tab. */
async function reload(): Promise<void> {
  stop()
  clearForm()
  checkout.attempts.forget()
  goTo({ name: 'form' })
  currentToast.value = undefined
  restorePurchase()
  stop = keepPurchaseDraft()
  await atOnce(Promise.resolve())
}

describe('reloading during a purchase', () => {
  it('restores the form and its product without a request', async () => {
    fillInPurchase()
    expect(hasPendingPurchase()).toBe(true)
    await reload()
    expect(selectedProduct.value).toEqual({ id: FORK.id, name: FORK.name, price: '38.00', stock: 6 })
    expect(form.values.value).toMatchObject({ firstName: 'First', quantity: '2' })
    expect(step.value.name).toBe('form')
  })

  it.each([
    ['still to be paid', UNPAID, { name: 'payment', clientSecret: SECRET }],
    ['paid', ORDERED, { name: 'success', bought: { reference: 'pi_1' } }],
    ['being decided', PROCESSING, { name: 'following', reason: 'processing' }],
    ['cancelled', CANCELLED, { name: 'form' }],
    ['unknown', UNKNOWN, { name: 'form' }],
    ['out of reach', refusal('internal', 'no', 500), { name: 'resuming', unreached: true }],
  ] as const)('resumes a payment that is %s', async (_, answered, expected) => {
    answer(OPEN, [...answered])
    fillInPurchase()
    await submit()
    await reload()
    expect(step.value).toMatchObject(expected)
    if (expected.name === 'form') expect(form.values.value.firstName).toBe('First')
  })

  it('restores no dialog and no input after closing, but still the intent to replace', async () => {
    answer(OPEN)
    fillInPurchase()
    await submit()
    closePurchase()
    expect(hasPendingPurchase()).toBe(false)
    expect([...kept.values()].join()).not.toContain('Example Street')
    await reload()
    expect(checkout.attempts.attempt.value?.replaces).toBe(SECRET)
  })

  it('restores nothing after an order was confirmed', async () => {
    const asked = answer(ORDERED)
    fillInPurchase()
    await checkout.completePurchase(SECRET)
    expect(step.value.name).toBe('success')
    expect(kept.size).toBe(0)
    await reload()
    expect(hasPendingPurchase()).toBe(false)
    expect(asked).toHaveLength(1)
  })

  it('ignores foreign data', async () => {
    kept.set('purchase', '{"version":0,"wanted":1}')
    await reload()
    expect(selectedProduct.value).toBeUndefined()
  })
})

it('restorePurchase resumes the intent in the URL, whatever the draft says', async () => {
  vi.stubGlobal(
    'location',
    new URL(
      'https://clinic.example/shop?payment_intent_client_secret=pi_3_secret_4&redirect_status=succeeded',
    ),
  )
  const asked = answer(ORDERED)
  expect(hasPendingPurchase()).toBe(true)
  await reload()
  expect(asked).toEqual([{ clientSecret: OTHER_SECRET }])
  expect(step.value.name).toBe('success')
  expect(hasPendingPurchase()).toBe(false)
})
