import { afterEach, beforeEach, expect, vi } from 'vitest'

/** A console.error that no test asked for fails the test it happened in. */
beforeEach(() => void vi.spyOn(console, 'error'))
afterEach(() => {
  const said = vi.mocked(console.error).mock.calls
  vi.mocked(console.error).mockRestore()
  expect(said, 'console.error was called').toEqual([])
})
