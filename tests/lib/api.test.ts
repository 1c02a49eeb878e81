import { afterEach, describe, expect, it, vi } from 'vitest'
import { createPaymentIntent } from '#contract/vouchers'
import { ApiError, call, fieldErrorsOf } from '../../src/lib/api.ts'

const answer = (body: string, init: ResponseInit) =>
  vi.stubGlobal('fetch', async () => new Response(body, init))
const ask = () => call(createPaymentIntent, { amount: '50', voucherData: {} })

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

  it('does not take an answer that is not what the contract says', async () => {
    answer('{"clientSecret":"nonsense"}', { status: 200 })
    await expect(ask()).rejects.toThrow()
  })
})
