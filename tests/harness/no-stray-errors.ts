import { afterEach, beforeEach, expect, vi } from 'vitest'

/** Fails a test that logs an error which it does not take. */
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => {
  const said = takeLoggedErrors()
  vi.mocked(console.error).mockRestore()
  expect(said, 'console.error was called').toEqual([])
})

/** Returns the errors logged so far, which then do not fail the test. */
export function takeLoggedErrors(): string[] {
  const { calls } = vi.mocked(console.error).mock
  return calls.splice(0).map((call) => call.map(String).join(' '))
}
