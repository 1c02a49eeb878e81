import { afterEach, describe, expect, it, vi } from 'vitest'
import type { VoucherDetail } from '#contract/admin-vouchers'
import { clearRedeemPage, form, found, redeem } from '../../../src/islands/admin/vouchers/redeem.store.ts'

/** A fake server that records one redemption per request id. All its responses are lost. */
function openBook(): Map<string, string> {
  const book = new Map<string, string>()
  vi.stubGlobal('fetch', (_path: string, { body }: { body?: string }) => {
    if (body !== undefined) {
      const { requestId, amount } = JSON.parse(body) as { requestId: string; amount: string }
      book.set(requestId, amount)
    }
    return Promise.reject(new TypeError('Failed to fetch'))
  })
  return book
}

afterEach(() => {
  clearRedeemPage()
  vi.unstubAllGlobals()
})

function takeOff(amount: string): Promise<boolean> {
  found.value ??= {
    voucher: { id: 'a-voucher', currentBalance: '50.00' },
    entries: [],
  } as unknown as VoucherDetail
  form.setValue('amount', amount)
  return redeem()
}

describe('redeem', () => {
  it('redeems an amount once when it is submitted again after a lost response', async () => {
    const book = openBook()
    for (let press = 0; press < 3; press += 1) await takeOff('20')
    expect([...book.values()]).toEqual(['20'])
  })

  it('redeems another amount as a second redemption', async () => {
    const book = openBook()
    await takeOff('20')
    await takeOff('15')
    expect([...book.values()]).toEqual(['20', '15'])
  })
})
