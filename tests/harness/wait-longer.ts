import { vi } from 'vitest'
import { WAIT_LIMIT } from '#tests/harness/limits.ts'

// `vi.waitFor` waits for one second by default, and has no setting.
const { waitFor } = vi
if (waitFor.name !== 'waitLonger') {
  vi.waitFor = function waitLonger(callback, options) {
    return waitFor(callback, typeof options === 'number' ? options : { timeout: WAIT_LIMIT, ...options })
  }
}
