import { expect, it } from 'vitest'
import { changePassword, errorMessage, form, step } from '#islands/admin/reset/reset.store.ts'
import { answer, LOST, refusal } from '#tests/islands/fake-api.ts'

it('a password whose answer was lost may be in use, and its link no longer opens', async () => {
  answer(LOST, refusal('not_found', 'no', 404))
  form.setValue('password', 'five plain words in a row')
  expect(await changePassword()).toBe(false)
  expect(errorMessage.value).toContain('Please try to sign in with this password.')
  expect(await changePassword()).toBe(true)
  expect(step.value).toBe('lapsed')
})
