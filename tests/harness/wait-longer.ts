import { vi } from 'vitest'
import { WAIT_LIMIT } from '#tests/harness/limits.ts'

// Both wait for one second by default, and have no setting.
const { waitFor, waitUntil } = vi
if (waitFor.name !== 'waitLonger') {
  vi.waitFor = function waitLonger(callback, options) {
    return waitFor(callback, typeof options === 'number' ? options : { timeout: WAIT_LIMIT, ...options })
  }
  vi.waitUntil = (callback, options) =>
    waitUntil(callback, typeof options === 'number' ? options : { timeout: WAIT_LIMIT, ...options })
}
