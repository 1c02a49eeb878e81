import { afterEach, describe, expect, it, vi } from 'vitest'
import { createPaymentIntentEndpoint } from '#contract/vouchers/vouchers.ts'
import { ApiError, call, fieldErrorsOf, isUndecided } from '#lib/api.ts'

const answer = (body: string, init: ResponseInit) =>
  vi.stubGlobal('fetch', async () => new Response(body, init))
const ask = () => call(createPaymentIntentEndpoint, { amount: '50', voucherData: {} })

afterEach(() => void vi.unstubAllGlobals())

describe('call', () => {
  it('throws an ApiError with status and parsed body for an unsuccessful response', async () => {
    const body = JSON.stringify({ message: 'no', code: 'invalid_request', fields: { amount: 'wrong' } })
    answer(body, { status: 400 })
    const error = await ask().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    expect((error as ApiError).message).toBe(`400: ${body}`)
    expect(fieldErrorsOf(error)).toEqual({ amount: 'wrong' })
  })

  it('uses the status text when the body is empty', async () => {
    answer('', { status: 502, statusText: 'Bad Gateway' })
    await expect(ask()).rejects.toThrow('502: Bad Gateway')
  })

  it('counts only unexpected errors as undecided', async () => {
    const caught = () => ask().catch((thrown: unknown) => thrown)
    const said = (code: string) => JSON.stringify({ message: 'no', code })
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')))
    expect(isUndecided(await caught())).toBe(true)
    for (const [body, status, undecided] of [
      [said('internal'), 500, true],
      ['', 502, true],
      [said('payment_provider'), 502, false],
      [said('changed_meanwhile'), 409, false],
      ['', 429, false],
    ] as const) {
      answer(body, { status })
      expect(isUndecided(await caught()), `${status} ${body}`).toBe(undecided)
    }
  })

  it('rejects a response that does not match the contract', async () => {
    answer('{"clientSecret":"nonsense"}', { status: 200 })
    await expect(ask()).rejects.toThrow()
  })
})
