import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { restoreVoucher } from '../../../src/islands/voucher/voucher-draft.ts'
import * as form from '../../../src/islands/voucher/voucher-form.store.ts'
import {
  checkout,
  createAnother,
  goTo,
  step,
  submitAmount,
  submitDetails,
} from '../../../src/islands/voucher/voucher.store.ts'
import * as server from './fake-api.ts'

const { answer, SECRET } = server

let storage: Map<string, string>
let leave = () => {}

/** A tab: storage, an address and a history, as far as the voucher knows of them. */
function openTab(address = 'https://clinic.example/') {
  let state: unknown = null
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  vi.stubGlobal('location', new URL(address))
  vi.stubGlobal('document', { querySelector: () => null })
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

/** The page's memory goes, the tab's storage stays. */
async function reload(address?: string) {
  leave()
  goTo({ name: 'amount' })
  form.clearForm()
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
  server.fillIn()
  submitAmount()
  answer(server.OPEN)
  await submitDetails()
}

describe('a reload', () => {
  it('finds again what was chosen and typed', async () => {
    openTab()
    server.fillIn()
    submitAmount()
    await reload()
    expect(step.value.name).toBe('details')
    expect(form.choice.value).toBe(50)
    expect(form.details.value.buyerName).toBe('Buyer Name')
  })

  it.each([
    [
      'still to be paid',
      server.UNPAID,
      { name: 'payment', clientSecret: SECRET, publishableKey: server.KEY },
    ],
    ['paid', server.BOUGHT, { name: 'success', bought: { voucherCode: server.PAID.voucherCode } }],
    ['being decided', server.PROCESSING, { name: 'following', reason: 'processing' }],
    ['cancelled', server.CANCELLED, { name: 'details' }],
    ['unknown', server.UNKNOWN, { name: 'details' }],
    ['out of reach', server.LOST, { name: 'resuming', unreached: true }],
  ])('at a payment that is %s', async (_, said, expected) => {
    await goToPayment()
    answer(said)
    await reload()
    expect(step.value).toMatchObject(expected)
  })

  it('keeps the request id of a try whose answer was lost', async () => {
    openTab()
    server.fillIn()
    submitAmount()
    const first = answer(server.LOST)
    await submitDetails()
    await reload()
    const second = answer(server.OPEN)
    await submitDetails()
    expect(second[0]).toEqual(first[0])
  })

  it('at success shows the code again, and the page has nothing else of the purchase', async () => {
    await goToPayment()
    answer(server.BOUGHT)
    await reload()
    expect(storage.get('gift-voucher')).not.toContain('Buyer Name')
    await reload()
    expect(step.value).toMatchObject({ name: 'success', bought: { voucherCode: server.PAID.voucherCode } })
  })

  it('after Create Another Voucher finds nothing', async () => {
    await goToPayment()
    createAnother()
    expect(storage.size).toBe(0)
  })

  it('takes what another version or somebody else has left there for nothing', async () => {
    for (const left of ['nonsense', '{"version":0}', '{"version":1,"stage":"payment","clientSecret":"x"}']) {
      storage.set('gift-voucher', left)
      await reload()
      expect(step.value.name).toBe('amount')
    }
  })
})

describe('a browser that keeps nothing', () => {
  it('lets a voucher be bought all the same', async () => {
    const refuse = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
    await goToPayment()
    expect(step.value.name).toBe('payment')
  })
})

describe('an address with an intent in it', () => {
  const address = (status: string) =>
    `https://clinic.example/?from=mail&payment_intent=pi_1&payment_intent_client_secret=${SECRET}&redirect_status=${status}`

  it('is cleaned, and the payment resumed', async () => {
    answer(server.BOUGHT)
    await reload(address('succeeded'))
    expect(location.href).toBe('https://clinic.example/?from=mail#gift-vouchers')
    expect(step.value.name).toBe('success')
    expect([...storage.keys()]).toEqual(['gift-voucher'])
  })

  it('is not lost by a reload while we are out of reach', async () => {
    answer(server.LOST)
    await reload(address('succeeded'))
    expect(step.value).toMatchObject({ name: 'resuming', unreached: true })
    answer(server.BOUGHT)
    await reload()
    expect(step.value.name).toBe('success')
  })

  it('brings a refused buyer back to the same payment', async () => {
    await goToPayment()
    answer(server.UNPAID)
    await reload(address('failed'))
    expect(step.value).toMatchObject({ name: 'payment', clientSecret: SECRET })
  })

  it('means nothing when it is no intent', async () => {
    await reload('https://clinic.example/?payment_intent_client_secret=<script>')
    expect(location.href).toBe('https://clinic.example/#gift-vouchers')
    expect(step.value.name).toBe('amount')
    expect(storage.size).toBe(0)
  })
})
