import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { currentToast, dismissToast, showToast, TOAST_REMOVAL_DELAY } from '#ui/toast.ts'

vi.mock('#ui/mount-toaster.tsx', () => ({ mountToaster: () => {} }))

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
