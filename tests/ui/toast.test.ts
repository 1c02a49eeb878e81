import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { currentToast, dismissToast, showToast, TOAST_REMOVAL_DELAY } from '#ui/toast.ts'

const mountToaster = vi.hoisted(() => vi.fn<() => void>())

vi.mock('#ui/mount-toaster.tsx', () => ({ mountToaster }))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  currentToast.value = undefined
})

const toast = { title: 'Error', description: 'Please select a valid amount' }

it('dismissToast dismisses the toast with the given id only', () => {
  showToast({ ...toast, id: 'amount' })
  dismissToast('payment')
  expect(currentToast.value).toMatchObject({ id: 'amount', isOpen: true })
  dismissToast('amount')
  expect(currentToast.value).toMatchObject({ id: 'amount', isOpen: false })
})

it('dismissToast without an id dismisses any toast', () => {
  showToast(toast)
  dismissToast()
  expect(currentToast.value?.isOpen).toBe(false)
})

it('a dismissed toast is forgotten after 1,000,000 ms', () => {
  showToast(toast)
  dismissToast()
  vi.advanceTimersByTime(TOAST_REMOVAL_DELAY - 1)
  expect(currentToast.value).toBeDefined()
  vi.advanceTimersByTime(1)
  expect(currentToast.value).toBeUndefined()
})

it('a toast shown after a dismissed one is not removed with it', () => {
  showToast(toast)
  dismissToast()
  showToast({ ...toast, title: 'Another' })
  vi.advanceTimersByTime(TOAST_REMOVAL_DELAY)
  expect(currentToast.value).toMatchObject({ title: 'Another', isOpen: true })
})

describe('the toaster', () => {
  const failToLoad = () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  }
  const load = () => {
    vi.resetModules()
    mountToaster.mockReset()
    return import('#ui/toast.ts')
  }

  it('is loaded again with the next toast after its load failed, and then only once', async () => {
    const fresh = await load()
    mountToaster.mockImplementationOnce(failToLoad)
    for (const title of ['First', 'Second', 'Third']) {
      fresh.showToast({ ...toast, title })
      await vi.dynamicImportSettled()
    }
    expect(mountToaster).toHaveBeenCalledTimes(2)
    expect(fresh.currentToast.value).toMatchObject({ title: 'Third', isOpen: true })
  })

  it('shows a toast that has waited for it', async () => {
    const fresh = await load()
    mountToaster.mockImplementationOnce(failToLoad)
    fresh.showToast(toast)
    await vi.dynamicImportSettled()
    let shown: unknown
    mountToaster.mockImplementationOnce(() => void (shown = fresh.currentToast.value))
    await fresh.loadToaster()
    expect(shown).toMatchObject({ ...toast, isOpen: true })
  })

  it('is mounted once if it is loaded before the first toast', async () => {
    const fresh = await load()
    await fresh.loadToaster()
    fresh.showToast(toast)
    await vi.dynamicImportSettled()
    expect(mountToaster).toHaveBeenCalledTimes(1)
  })
})
