import { expect, test } from 'vitest'
import { message } from '#islands/contact/enquiry.store.ts'
import { answer, LOST } from '#tests/islands/fake-api.ts'

const TYPED = {
  firstName: 'Ann',
  lastName: 'Last',
  email: 'visitor@example.com',
  phone: '',
  subject: 'Hello',
  message: 'Words that took long to find.',
}

const type = () => {
  for (const [name, text] of Object.entries(TYPED)) message.form.setValue(name as keyof typeof TYPED, text)
}

test('a message keeps its text until it has arrived; then what was sent stays until another one is begun', async () => {
  answer(LOST, [200, { received: true }])
  type()
  expect(await message.send('')).toBe(false)
  expect(message.sending.value).toBe('undecided')
  expect(message.form.values.value).toEqual(TYPED)
  expect(message.sent.value).toBeUndefined()

  expect(await message.send('')).toBe(true)
  expect(message.sending.value).toBe('idle')
  expect(message.sent.value).toEqual(TYPED)
  expect(message.form.values.value.message).toBe('')

  message.startAnother()
  expect(message.sent.value).toBeUndefined()
})
