import { effect } from '@preact/signals-react'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AdminVoucher, VoucherEntry } from '#contract/vouchers/admin-vouchers.ts'
import { formatVoucherCode } from '#contract/vouchers/voucher-code.ts'
import { REDEEM_ID, route } from '#islands/admin/router.ts'
import { queryClient } from '#islands/admin/shared/server-data.ts'
import {
  clearRedeemPage,
  code,
  errorMessage,
  form,
  foundQuery,
  isRedeeming,
  lastRedemption,
  missingPence,
  redeem,
  setCode,
  startRedeeming,
  submitCode,
  tellHolder,
  undoRedemption,
} from '#islands/admin/vouchers/redeem.store.ts'
import { VOUCHER } from '#tests/islands/admin/sample-voucher.ts'
import { currentToast } from '#ui/toast.ts'

vi.mock('#ui/mount-toaster.tsx', () => ({ mountToaster: () => {} }))

afterEach(() => {
  currentToast.value = undefined
  clearRedeemPage()
  queryClient.clear()
  vi.unstubAllGlobals()
})

describe('redeem', () => {
  /** A fake server that records one redemption per request id. All its responses are lost. */
  function openBook(): Map<string, string> {
    const book = new Map<string, string>()
    vi.stubGlobal('fetch', (_path: string, { body }: { body: string }) => {
      const { requestId, amount } = JSON.parse(body) as { requestId: string; amount: string }
      book.set(requestId, amount)
      return Promise.reject(new TypeError('Failed to fetch'))
    })
    return book
  }
  function takeOff(amount: string): Promise<boolean> {
    form.setValue('amount', amount)
    return redeem(VOUCHER)
  }

  it('redeems an amount once when it is submitted again after a lost response', async () => {
    const book = openBook()
    for (let press = 0; press < 3; press += 1) await takeOff('20')
    expect([...book.values()]).toEqual(['20'])
  })

  it('tells the holder as it did before, unless that is chosen here, for this voucher only', async () => {
    const told: unknown[] = []
    vi.stubGlobal('fetch', (_path: string, { body }: { body: string }) => {
      told.push((JSON.parse(body) as { tellHolder?: boolean }).tellHolder)
      return Promise.reject(new TypeError('Failed to fetch'))
    })
    await takeOff('20')
    tellHolder.value = false
    await takeOff('20')
    clearRedeemPage()
    await takeOff('20')
    expect(told).toEqual([undefined, false, undefined])
  })

  it('redeems once when the holder is to be told after a lost response', async () => {
    const book = openBook()
    await takeOff('20')
    tellHolder.value = false
    await takeOff('20')
    expect([...book.values()]).toEqual(['20'])
  })

  it('says what is left instead of sending more than that', async () => {
    const book = openBook()
    expect(await takeOff('65')).toBe(false)
    expect(book.size).toBe(0)
    expect(form.errors.value.amount).toBe('There is only £50.00 left on this voucher')
    expect(missingPence(VOUCHER)).toBe(1500)
    expect(currentToast.value).toBeUndefined()
  })

  it('redeems another amount as a second redemption', async () => {
    const book = openBook()
    await takeOff('20')
    await takeOff('15')
    expect([...book.values()]).toEqual(['20', '15'])
  })
})

describe('while the response to a redemption or its reversal is late', () => {
  const OTHER: AdminVoucher = { ...VOUCHER, id: crypto.randomUUID(), voucherCode: 'AAAA-AAAA-AAAA-AAAA' }
  const ENTRY: VoucherEntry = {
    id: crypto.randomUUID(),
    kind: 'redeem',
    amount: '-20.00',
    balanceAfter: '30.00',
    description: '',
    by: 'owner@example.com',
    timestamp: '2026-11-26T10:00:00.000Z',
    canUndo: true,
  }
  const LEFT: AdminVoucher = { ...VOUCHER, currentBalance: '30.00' }
  let answerLate: (response: Response | Promise<never>) => void

  beforeEach(() => {
    vi.stubGlobal(
      'fetch',
      () => new Promise<Response>((resolve) => (answerLate = resolve as typeof answerLate)),
    )
    vi.stubGlobal('location', { hash: '' })
    route.value = { tab: 'vouchers', id: REDEEM_ID }
    setCode(VOUCHER.voucherCode)
    submitCode()
    form.setValue('amount', '20')
  })
  afterEach(() => void (route.value = { tab: 'overview' }))

  const succeed = (voucher: AdminVoucher) =>
    answerLate(Response.json({ voucher, entry: ENTRY, entries: [ENTRY], canRecordCancellation: false }))
  const lookedUp = () => formatVoucherCode(String(foundQuery.value.queryKey[2]))
  const tryAnother = () => {
    setCode(OTHER.voucherCode)
    submitCode()
    clearRedeemPage()
    startRedeeming(OTHER)
  }

  it('the page keeps its voucher, so that no other one is shown as redeemed', async () => {
    const redeemed = redeem(VOUCHER)
    tryAnother()
    expect([lookedUp(), code.value, form.values.value.amount]).toEqual([
      VOUCHER.voucherCode,
      VOUCHER.voucherCode,
      '20',
    ])
    expect(currentToast.value?.description).toContain('The last voucher is still being saved.')
    succeed(LEFT)
    expect(await redeemed).toBe(true)
    expect([lookedUp(), lastRedemption.value]).toEqual([
      VOUCHER.voucherCode,
      { entryId: ENTRY.id, amount: '20.00' },
    ])
    clearRedeemPage()
    expect([lookedUp(), lastRedemption.value]).toEqual(['', undefined])
  })

  it('the page says only beside its own voucher that a response was lost, and offers another one then', async () => {
    const redeemed = redeem(VOUCHER)
    tryAnother()
    answerLate(Promise.reject(new TypeError('Failed to fetch')))
    expect(await redeemed).toBe(false)
    expect([lookedUp(), isRedeeming.value]).toEqual([VOUCHER.voucherCode, false])
    expect(errorMessage.value).toContain('We cannot tell whether this went through.')
    setCode(OTHER.voucherCode)
    expect(errorMessage.value).toBe('')
  })

  it('a reversal is finished before the next voucher, whose amount it does not clear', async () => {
    const redeemed = redeem(VOUCHER)
    succeed(LEFT)
    await redeemed
    const undone = undoRedemption(LEFT)
    tryAnother()
    expect([lookedUp(), lastRedemption.value?.entryId]).toEqual([VOUCHER.voucherCode, ENTRY.id])
    succeed(VOUCHER)
    await vi.waitFor(() => expect(lastRedemption.value).toBeUndefined())
    setCode(OTHER.voucherCode)
    form.setValue('amount', '35')
    await undone
    expect([code.value, form.values.value.amount]).toEqual([OTHER.voucherCode, '35'])
  })

  it('the next voucher need not wait until everything is loaded again', async () => {
    let loaded = () => {}
    const reload = vi
      .spyOn(queryClient, 'invalidateQueries')
      .mockReturnValueOnce(new Promise((resolve) => (loaded = resolve)))
    const redeemed = redeem(VOUCHER)
    succeed(LEFT)
    await vi.waitFor(() => expect(reload).toHaveBeenCalled())
    startRedeeming(OTHER)
    form.setValue('amount', '50')
    const another = redeem(OTHER)
    loaded()
    await redeemed
    expect([lookedUp(), isRedeeming.value]).toEqual([OTHER.voucherCode, true])
    succeed({ ...OTHER, currentBalance: '0.00' })
    await another
  })

  it('a page that was left is empty after a success, and keeps what can be sent again', async () => {
    const lost = redeem(VOUCHER)
    route.value = { tab: 'orders' }
    clearRedeemPage()
    answerLate(Promise.reject(new TypeError('Failed to fetch')))
    await lost
    expect([lookedUp(), form.values.value.amount]).toEqual([VOUCHER.voucherCode, '20'])
    const redeemed = redeem(VOUCHER)
    succeed(LEFT)
    await redeemed
    expect([lookedUp(), form.values.value.amount, lastRedemption.value]).toEqual(['', '', undefined])
  })
})

describe('the look-up of a code', () => {
  let answers: ((response: Response) => void)[]
  let screen: QueryObserver<{ voucher: AdminVoucher }>
  let close: () => void

  beforeEach(() => {
    answers = []
    vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => answers.push(resolve)))
    screen = new QueryObserver(queryClient, foundQuery.value as never)
    const stop = screen.subscribe(() => undefined)
    const stopFollowing = effect(() => screen.setOptions(foundQuery.value as never))
    close = () => {
      stop()
      stopFollowing()
    }
  })
  afterEach(() => close())

  const lookUp = (code: string) => {
    setCode(code)
    return submitCode()
  }
  const notFound = () =>
    Response.json({ code: 'not_found', message: 'There is no voucher with this code.' }, { status: 404 })
  const shown = () => {
    const { data, error, isFetching } = screen.getCurrentResult()
    return { code: data?.voucher.voucherCode, failed: error !== null, isFetching }
  }

  it('shows no error of an earlier code beside a code that was scanned meanwhile, nor removes its voucher', async () => {
    lookUp('AAAA-AAAA-AAAA-AAAA')
    lookUp('BBBB-BBBB-BBBB-BBBB')
    answers[1]!(Response.json({ voucher: VOUCHER, entries: [], canRecordCancellation: false }))
    await vi.waitFor(() =>
      expect(shown()).toEqual({ code: VOUCHER.voucherCode, failed: false, isFetching: false }),
    )
    answers[0]!(notFound())
    await new Promise((resolve) => setImmediate(resolve))
    expect(shown()).toEqual({ code: VOUCHER.voucherCode, failed: false, isFetching: false })
  })

  it('is sent again when the same code is submitted after an error', async () => {
    lookUp('AAAA-AAAA-AAAA-AAAA')
    answers[0]!(notFound())
    await vi.waitFor(() => expect(shown()).toEqual({ code: undefined, failed: true, isFetching: false }))
    submitCode()
    expect(answers).toHaveLength(2)
    expect(shown()).toEqual({ code: undefined, failed: false, isFetching: true })
  })

  it('shows nothing once the code is changed', async () => {
    lookUp('BBBB-BBBB-BBBB-BBBB')
    answers[0]!(Response.json({ voucher: VOUCHER, entries: [], canRecordCancellation: false }))
    await vi.waitFor(() => expect(shown().code).toBe(VOUCHER.voucherCode))
    setCode('BBBB-BBBB-BBBB-BBB')
    expect(shown()).toEqual({ code: undefined, failed: false, isFetching: false })
  })
})
