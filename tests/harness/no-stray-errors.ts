import { afterEach, beforeEach, expect, vi } from 'vitest'

/** A console.error that no test asked for fails the test it happened in. */
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => {
  const said = takeLoggedErrors()
  vi.mocked(console.error).mockRestore()
  expect(said, 'console.error was called').toEqual([])
})

/** What was logged as an error so far, for a test that is about a failure; it then counts as asked for. */
export function takeLoggedErrors(): string[] {
  const { calls } = vi.mocked(console.error).mock
  return calls.splice(0).map((call) => call.map(String).join(' '))
}
