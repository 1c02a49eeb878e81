import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { restoreVoucher } from '#islands/voucher/voucher-draft.ts'
import { choice, chooseArrival, clearForm, form } from '#islands/voucher/voucher-form.store.ts'
import {
  checkout,
  createAnother,
  goTo,
  step,
  submitAmount,
  submitDetails,
} from '#islands/voucher/voucher.store.ts'
import {
  CANCELLED,
  KEY,
  OPEN,
  PROCESSING,
  SECRET,
  UNKNOWN,
  UNPAID,
} from '#tests/islands/checkout/fake-payment-api.ts'
import { answer, LOST } from '#tests/islands/fake-api.ts'
import { BOUGHT, fillInVoucher, PAID } from '#tests/islands/voucher/fake-voucher-api.ts'

let storage: Map<string, string>
let leave = () => {}

/** A fake tab: session storage, a URL and a history. */
function openTab(address = 'https://clinic.example/') {
  let state: unknown = null
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  vi.stubGlobal('location', new URL(address))
  vi.stubGlobal('history', {
    get state() {
      return state
    },
    pushState: (next: unknown) => (state = next),
    replaceState(next: unknown, _: string, to = location.href) {
      state = next
      vi.stubGlobal('location', new URL(to))
    },
  })
  leave = restoreVoucher()
}

/** Simulates a reload: clears the page's state and keeps the tab's storage. */
async function reload(address?: string) {
  leave()
  goTo({ name: 'amount' })
  clearForm()
  checkout.attempts.forget()
  openTab(address)
  await vi.runAllTimersAsync()
}

beforeEach(() => {
  storage = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => void storage.set(key, text),
    removeItem: (key: string) => void storage.delete(key),
  })
})

afterEach(() => {
  leave()
  leave = () => {}
})

async function goToPayment() {
  openTab()
  fillInVoucher()
  submitAmount()
  answer(OPEN)
  await submitDetails()
}

describe('reloading the voucher page', () => {
  it('restores the amount and the details', async () => {
    openTab()
    fillInVoucher()
    chooseArrival('day')
    form.setValue('sendOn', '2026-12-25')
    submitAmount()
    const filledIn = form.values.value
    await reload()
    expect(step.value.name).toBe('details')
    expect(choice.value).toBe(50)
    expect(form.values.value).toEqual(filledIn)
  })

  it.each([
    ['still to be paid', UNPAID, { name: 'payment', clientSecret: SECRET, publishableKey: KEY }],
    ['paid', BOUGHT, { name: 'success', bought: { voucherCode: PAID.voucherCode } }],
    ['being decided', PROCESSING, { name: 'following', reason: 'processing' }],
    ['cancelled', CANCELLED, { name: 'details' }],
    ['unknown', UNKNOWN, { name: 'details' }],
    ['out of reach', LOST, { name: 'resuming', unreached: true }],
  ])('resumes a payment that is %s', async (_, said, expected) => {
    await goToPayment()
    answer(said)
    await reload()
    expect(step.value).toMatchObject(expected)
  })

  it('keeps the request id of an attempt whose response was lost', async () => {
    openTab()
    fillInVoucher()
    submitAmount()
    const first = answer(LOST)
    await submitDetails()
    await reload()
    const second = answer(OPEN)
    await submitDetails()
    expect(second[0]).toEqual(first[0])
  })

  it('shows the code again after success, and stores nothing else of the purchase', async () => {
    await goToPayment()
    answer(BOUGHT)
    await reload()
    expect(storage.get('gift-voucher')).not.toContain('Buyer Name')
    await reload()
    expect(step.value).toMatchObject({ name: 'success', bought: { voucherCode: PAID.voucherCode } })
  })

  it('restores nothing after Create Another Voucher', async () => {
    await goToPayment()
    createAnother()
    expect(storage.size).toBe(0)
  })

  it('ignores drafts of another version and foreign data', async () => {
    for (const left of ['nonsense', '{"version":0}', '{"version":1,"stage":"payment","clientSecret":"x"}']) {
      storage.set('gift-voucher', left)
      await reload()
      expect(step.value.name).toBe('amount')
    }
  })
})

describe('a browser without session storage', () => {
  it('can buy a voucher', async () => {
    const refuse = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
    await goToPayment()
    expect(step.value.name).toBe('payment')
  })
})

describe('a URL with a returned intent', () => {
  const address = (status: string) =>
    `https://clinic.example/?from=mail&payment_intent=pi_1&payment_intent_client_secret=${SECRET}&redirect_status=${status}`

  it('is cleaned, and the payment is resumed', async () => {
    answer(BOUGHT)
    await reload(address('succeeded'))
    expect(location.href).toBe('https://clinic.example/?from=mail#gift-vouchers')
    expect(step.value.name).toBe('success')
    expect([...storage.keys()]).toEqual(['gift-voucher'])
  })

  it('survives a reload while the server cannot be reached', async () => {
    answer(LOST)
    await reload(address('succeeded'))
    expect(step.value).toMatchObject({ name: 'resuming', unreached: true })
    answer(BOUGHT)
    await reload()
    expect(step.value.name).toBe('success')
  })

  it('returns a declined buyer to the same payment', async () => {
    await goToPayment()
    answer(UNPAID)
    await reload(address('failed'))
    expect(step.value).toMatchObject({ name: 'payment', clientSecret: SECRET })
  })

  it('is ignored when it is not a valid client secret', async () => {
    await reload('https://clinic.example/?payment_intent_client_secret=<script>')
    expect(location.href).toBe('https://clinic.example/#gift-vouchers')
    expect(step.value.name).toBe('amount')
    expect(storage.size).toBe(0)
  })
})
