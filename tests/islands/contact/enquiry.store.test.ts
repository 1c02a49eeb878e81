import { describe, expect, test, vi } from 'vitest'
import { appointment, fillFromLink, message } from '#islands/contact/enquiry.store.ts'
import { noteServerTime } from '#lib/server-time.ts'
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

test('a message with the same text as one that has arrived is another message; a repeat of a lost one is not', async () => {
  const sent = answer(LOST, [200, { received: true }])
  type()
  await message.send('')
  await message.send('')
  message.startAnother()
  type()
  await message.send('')
  const [lost, repeated, another] = sent.map(({ requestId }) => requestId)
  expect(repeated).toBe(lost)
  expect(another).not.toBe(lost)
})

function follow(query: string): void {
  for (const { form } of [appointment, message]) form.reset()
  vi.stubGlobal('location', new URL(`https://clinic.example/${query}`))
  fillFromLink()
}

test('a link from “Your voucher” fills in the end of its code, and the question for more time', () => {
  follow('?voucher=19DN#write')
  expect(appointment.form.values.value.voucherEnd).toBe('19DN')
  expect(message.form.values.value.subject).toBe('')
  follow('?voucher=19DN&ask=more-time#message')
  expect(message.form.values.value).toMatchObject({
    subject: 'More time for my gift voucher',
    message: 'Could I have more time to use my gift voucher, please? Its code ends in 19DN.',
  })
})

test('a link with the end of a short code fills in the question for more time only', () => {
  follow('?voucher=1&ask=more-time#message')
  expect(appointment.form.values.value.voucherEnd).toBe('')
  expect(message.form.values.value.message).toContain('Its code ends in 1.')
})

test.each(['', '?voucher=', '?voucher=7K2M0PQR4XVB19DN', '?voucher=%3Cb%3E&ask=more-time', '?ask=more-time'])(
  'a link with %j fills in nothing',
  (query) => {
    follow(query)
    expect(appointment.form.values.value.voucherEnd).toBe('')
    expect(message.form.values.value).toMatchObject({ subject: '', message: '' })
  },
)

test('a link fills in nothing where something is typed', () => {
  vi.stubGlobal('location', new URL('https://clinic.example/?voucher=19DN&ask=more-time#message'))
  type()
  fillFromLink()
  expect(message.form.values.value).toEqual(TYPED)
})

describe('the preferred date', () => {
  const errorOf = (day: string) => {
    appointment.form.setValue('preferredDate', day)
    appointment.form.validate()
    return appointment.form.errors.value.preferredDate
  }

  test('is judged by the server alone until the form knows its time, and then by that', () => {
    for (const day of ['2020-01-01', '9999-12-31']) expect(errorOf(day)).toBeUndefined()
    // A device whose clock is years behind.
    noteServerTime(new Response(null, { headers: { date: 'Mon, 01 Jan 2040 12:00:00 GMT' } }))
    expect(errorOf('2039-12-31')).toBe('This day has passed. Please choose a later one')
    expect(errorOf('2040-01-01')).toBeUndefined()
    expect(errorOf('2042-01-01')).toBe('Please choose a day in the next two years')
    expect(errorOf('')).toBeUndefined()
    expect(errorOf('2040-02-30')).toBe('Please choose a day')
  })
})
