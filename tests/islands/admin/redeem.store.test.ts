import { afterEach, describe, expect, it, vi } from 'vitest'
import type { VoucherDetail } from '#contract/admin-vouchers'
import {
  clearRedeemPage,
  codeError,
  findVoucher,
  form,
  found,
  isLooking,
  redeem,
  setCode,
} from '../../../src/islands/admin/vouchers/redeem.store.ts'

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

describe('findVoucher', () => {
  /** Answers each request by hand, in any order. */
  function answerByHand() {
    const answers: ((response: Response) => void)[] = []
    vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => answers.push(resolve)))
    return answers
  }
  const notFound = () =>
    Response.json({ code: 'not_found', message: 'There is no voucher with this code.' }, { status: 404 })

  it('shows no error of an earlier code beside a code that was scanned meanwhile', async () => {
    const answers = answerByHand()
    setCode('AAAA-AAAA-AAAA')
    const first = findVoucher()
    setCode('BBBB-BBBB-BBBB')
    const second = findVoucher()
    answers[0]!(notFound())
    expect(await first).toBe(false)
    expect([codeError.value, isLooking.value]).toEqual([undefined, true])
    answers[1]!(notFound())
    await second
    expect([codeError.value, isLooking.value]).toEqual(['There is no voucher with this code.', false])
  })
})
