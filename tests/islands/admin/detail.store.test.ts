import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../src/lib/api.ts'
import { createDetail } from '../../../src/islands/admin/shared/detail.store.ts'

/** A fake server whose responses the test sends. */
function fakeServer() {
  const responses: PromiseWithResolvers<string>[] = []
  const detail = createDetail<string>(() => {
    responses.push(Promise.withResolvers())
    return responses.at(-1)!.promise
  })
  const shown = () => detail.state.value
  return { ...detail, responses, shown }
}

describe('createDetail', () => {
  it('shows the item that was opened last, in whatever order responses arrive', async () => {
    const { responses, open, shown } = fakeServer()
    const both = [open('a'), open('b')]
    responses[1]!.resolve('B')
    await both[1]
    responses[0]!.resolve('A')
    await both[0]
    expect(shown()).toEqual({ name: 'here', id: 'b', item: 'B' })
  })

  it('keeps a change when the response to an earlier request arrives after it', async () => {
    const { responses, open, shown, setDetail } = fakeServer()
    const first = open('a')
    setDetail('a', 'changed')
    responses[0]!.resolve('before')
    await first
    expect(shown()).toEqual({ name: 'here', id: 'a', item: 'changed' })
  })

  it('keeps the item when a refresh fails, unless it no longer exists', async () => {
    const { responses, open, refresh, shown } = fakeServer()
    const first = open('a')
    responses[0]!.resolve('A')
    await first
    const second = refresh()
    responses[1]!.reject(new Error('offline'))
    await second
    expect(shown()).toEqual({ name: 'here', id: 'a', item: 'A' })
    const third = refresh()
    responses[2]!.reject(new ApiError(404, ''))
    await third
    expect(shown()).toEqual({ name: 'missing', id: 'a' })
  })
})
