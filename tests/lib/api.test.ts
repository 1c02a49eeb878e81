import { afterEach, describe, expect, it, vi } from 'vitest'
import { createPaymentIntentEndpoint } from '#contract/vouchers'
import { ApiError, call, fieldErrorsOf, isUndecided } from '../../src/lib/api.ts'

const answer = (body: string, init: ResponseInit) =>
  vi.stubGlobal('fetch', async () => new Response(body, init))
const ask = () => call(createPaymentIntentEndpoint, { amount: '50', voucherData: {} })

afterEach(() => void vi.unstubAllGlobals())

describe('call', () => {
  it('turns a failed answer into an error of status and body, with the body parsed', async () => {
    const body = JSON.stringify({ message: 'no', code: 'invalid_request', fields: { amount: 'wrong' } })
    answer(body, { status: 400 })
    const error = await ask().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    expect((error as ApiError).message).toBe(`400: ${body}`)
    expect(fieldErrorsOf(error)).toEqual({ amount: 'wrong' })
  })

  it('says the status text when the body is empty', async () => {
    answer('', { status: 502, statusText: 'Bad Gateway' })
    await expect(ask()).rejects.toThrow('502: Bad Gateway')
  })

  it('leaves open what nobody foresaw, and only that', async () => {
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

  it('does not take an answer that is not what the contract says', async () => {
    answer('{"clientSecret":"nonsense"}', { status: 200 })
    await expect(ask()).rejects.toThrow()
  })
})
