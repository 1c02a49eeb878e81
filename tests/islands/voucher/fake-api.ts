import { afterEach, beforeEach, vi } from 'vitest'
import * as form from '../../../src/islands/voucher/voucher-form.store.ts'
import { createAnother } from '../../../src/islands/voucher/voucher.store.ts'
import { currentToast } from '../../../src/ui/toast.ts'

vi.mock('../../../src/ui/mount-toaster.tsx', () => ({ mountToaster: () => {} }))

export const SECRET = 'pi_1_secret_2'
export const OTHER_SECRET = 'pi_3_secret_4'
export const KEY = 'pk_test_1'
export const PAID = {
  id: '3f0c1b8e-6a63-4e0c-9a64-0a4ad7a0a001',
  voucherCode: '7K2M-0PQR-4XVB-19DN',
  status: 'active',
  amount: '50.00',
  originalAmount: '50.00',
  currentBalance: '50.00',
  reference: 'pi_1',
  buyerName: 'Buyer Name',
  recipientName: 'Recipient Name',
  recipientEmail: 'recipient@example.com',
  expiryDate: '2027-11-21',
  timestamp: '2026-11-21T14:32:08.000Z',
}

export type Answer = [status: number, body: unknown]

export const OPEN: Answer = [200, { clientSecret: SECRET, publishableKey: KEY }]
export const BOUGHT: Answer = [200, { voucher: PAID }]
export const PROCESSING: Answer = [202, { processing: true, message: 'soon' }]
export const UNPAID: Answer = refusal('payment_incomplete', 'This payment has not been completed.')
export const CANCELLED: Answer = refusal('payment_closed', 'This payment was cancelled.')
export const UNKNOWN: Answer = refusal('not_found', 'We know of no such payment.', 404)
export const LOST: Answer = [0, undefined]

export function refusal(code: string, message = 'no', status = 409): Answer {
  return [status, { message, code }]
}

/** Fakes the server's responses, in turn; the last one repeats. Returns the recorded requests. */
export const answer = (...answers: Answer[]) => answerAfter(0, ...answers)

/** Like `answers`, with a delay (ms) before each response. */
export function answerAfter(milliseconds: number, ...answers: Answer[]) {
  const asked: Record<string, unknown>[] = []
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    asked.push(JSON.parse(init.body as string))
    if (milliseconds > 0) await new Promise((resolve) => setTimeout(resolve, milliseconds))
    const [status, body] = (answers.length > 1 ? answers.shift() : answers[0])!
    if (status === 0) throw new TypeError('Failed to fetch')
    return Response.json(body, { status })
  })
  return asked
}

export function fillIn() {
  form.chooseAmount(50)
  form.typeDetail('buyerName', 'Buyer Name')
  form.typeDetail('buyerEmail', 'buyer@example.com')
  form.typeDetail('recipientName', 'Recipient Name')
  form.typeDetail('recipientEmail', 'recipient@example.com')
}

/** Awaits a promise while running its timers immediately. */
export async function atOnce<Result>(work: Promise<Result>): Promise<Result> {
  await vi.runAllTimersAsync()
  return work
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('location', new URL('https://clinic.example/'))
  createAnother()
  currentToast.value = undefined
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
