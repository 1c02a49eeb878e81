import { beforeEach, expect, test, vi } from 'vitest'
import { runAction } from '#islands/admin/shared/action.ts'
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

test.each([
  ['the server refused', refused, 'Failed to adjust voucher'],
  [
    'there is no response',
    new TypeError('Failed to fetch'),
    'Failed to adjust voucher. It may still have gone through, so please press “Refresh” to check.',
  ],
])(
  'runAction shows the specified toast when %s, followed by what is known',
  async (_, error, description) => {
    await runAction(() => Promise.reject(error), texts)
    expect(currentToast.value?.description).toBe(description)
  },
)

test.each([
  ['the server’s message', refused, 'It is frozen.'],
  [
    'the specified text, followed by what is known,',
    new TypeError('Failed to fetch'),
    'Failed to adjust voucher. It may still have gone through, so please press “Refresh” to check.',
  ],
])('runAction shows %s if the specified toast is the message', async (_, error, description) => {
  await runAction(() => Promise.reject(error), {
    done: 'Done!',
    failed: 'Failed to adjust voucher',
    failedToast: (message) => message,
  })
  expect(currentToast.value?.description).toBe(description)
})

test('runAction says in the dialog that an unknown result may be repeated', async () => {
  const result = await runAction(() => Promise.reject(new TypeError('Failed to fetch')), texts)
  expect(result?.message).toMatch(/^We cannot tell whether this went through\./)
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
