import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../src/lib/api.ts'
import { createDetail } from '../../../src/islands/admin/shared/detail.store.ts'

/** A server that answers when it is told to. */
function aServer() {
  const asked: PromiseWithResolvers<string>[] = []
  const detail = createDetail<string>(() => {
    asked.push(Promise.withResolvers())
    return asked.at(-1)!.promise
  })
  const shown = () => detail.state.value
  return { ...detail, asked, shown }
}

describe('a thing of a list', () => {
  it('is the one that was asked for last, whichever comes first', async () => {
    const { asked, open: lookAt, shown } = aServer()
    const both = [lookAt('a'), lookAt('b')]
    asked[1]!.resolve('B')
    await both[1]
    asked[0]!.resolve('A')
    await both[0]
    expect(shown()).toEqual({ name: 'here', id: 'b', item: 'B' })
  })

  it('is as the last change has made it, though an older answer comes after that', async () => {
    const { asked, open: lookAt, shown, setDetail: takeIn } = aServer()
    const first = lookAt('a')
    takeIn('a', 'changed')
    asked[0]!.resolve('before')
    await first
    expect(shown()).toEqual({ name: 'here', id: 'a', item: 'changed' })
  })

  it('stays in sight when it cannot be loaded once more, unless it is gone', async () => {
    const { asked, open: lookAt, refresh, shown } = aServer()
    const first = lookAt('a')
    asked[0]!.resolve('A')
    await first
    const second = refresh()
    asked[1]!.reject(new Error('offline'))
    await second
    expect(shown()).toEqual({ name: 'here', id: 'a', item: 'A' })
    const third = refresh()
    asked[2]!.reject(new ApiError(404, ''))
    await third
    expect(shown()).toEqual({ name: 'missing', id: 'a' })
  })
})
