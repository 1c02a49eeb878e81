import { beforeEach, expect, test, vi } from 'vitest'
import { runAction } from '#islands/admin/shared/action.ts'
import { queryClient } from '#islands/admin/shared/server-data.ts'
import { ApiError } from '#lib/api.ts'
import { currentToast } from '#ui/toast.ts'

vi.mock('#ui/mount-toaster.tsx', () => ({ mountToaster: () => undefined }))

const texts = {
  done: 'Done!',
  failed: 'Failed to adjust voucher. Please try again.',
  failedToast: 'Failed to adjust voucher',
}
const refused = new ApiError(409, JSON.stringify({ message: 'It is frozen.', code: 'not_active' }))

beforeEach(() => void (currentToast.value = undefined))

const unknown = new TypeError('Failed to fetch')
const UNDECIDED = 'We cannot tell whether this went through. Please try again. Nothing will be done twice.'

test.each([
  ['the specified text if the server refused', refused, texts.failedToast, 'Failed to adjust voucher'],
  ['the server’s message if that is specified', refused, (message: string) => message, 'It is frozen.'],
  [
    'the specified text, then that the result is unknown',
    unknown,
    texts.failedToast,
    `Failed to adjust voucher. ${UNDECIDED}`,
  ],
])('runAction shows in the specified toast %s', async (_, error, failedToast, description) => {
  await runAction(() => Promise.reject(error), { ...texts, failedToast })
  expect(currentToast.value?.description).toBe(description)
})

test('runAction says in the dialog that an unknown result may be repeated', async () => {
  const result = await runAction(() => Promise.reject(new TypeError('Failed to fetch')), texts)
  expect(result?.message).toMatch(/^We cannot tell whether this went through\./)
})

test('runAction shows a failure of an action without a dialog in a toast, also if one was opened meanwhile', async () => {
  let dialog: object | null = null
  vi.stubGlobal('document', { querySelector: () => dialog })
  const send = () => {
    dialog = {}
    return Promise.reject(refused)
  }
  await runAction(send, { done: 'Done!', failed: 'It failed.' })
  vi.unstubAllGlobals()
  expect(currentToast.value?.description).toBe('It is frozen.')
})

test('runAction is done although what is on the screen takes long to load again', async () => {
  vi.useFakeTimers()
  const reload = vi.spyOn(queryClient, 'invalidateQueries').mockReturnValue(new Promise(() => {}))
  const action = runAction(() => Promise.resolve(), { done: 'Done!', failed: 'It failed.' })
  await vi.advanceTimersByTimeAsync(3000)
  expect(await action).toBeUndefined()
  expect(reload).toHaveBeenCalled()
  reload.mockRestore()
  vi.useRealTimers()
})

test.each([
  ['in its dialog only', {}, undefined],
  ['in a toast if no dialog is open', null, 'It is frozen.'],
])('runAction shows a failure that has no specified toast %s', async (_, dialog, description) => {
  vi.stubGlobal('document', { querySelector: () => dialog })
  const result = await runAction(() => Promise.reject(refused), { done: 'Done!', failed: 'It failed.' })
  vi.unstubAllGlobals()
  expect(result?.message).toBe('It is frozen.')
  expect(currentToast.value?.description).toBe(description)
})
