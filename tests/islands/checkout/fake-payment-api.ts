import { afterEach, beforeEach, vi } from 'vitest'
import { refusal, type FakeResponse } from '#tests/islands/fake-api.ts'

export const SECRET = 'pi_1_secret_2'
export const OTHER_SECRET = 'pi_3_secret_4'
export const KEY = 'pk_test_1'

export const OPEN: FakeResponse = [200, { clientSecret: SECRET, publishableKey: KEY }]
export const OTHER_OPEN: FakeResponse = [200, { clientSecret: OTHER_SECRET, publishableKey: KEY }]
export const PROCESSING: FakeResponse = [202, { processing: true, message: 'soon' }]
export const UNPAID = refusal('payment_incomplete', 'This payment has not been completed.')
export const CANCELLED = refusal('payment_closed', 'This payment was cancelled.')
export const UNKNOWN = refusal('not_found', 'We could not find this payment.', 404)

/** Awaits a promise while running its timers immediately. */
export async function atOnce<Result>(work: Promise<Result>): Promise<Result> {
  await vi.runAllTimersAsync()
  return work
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
