import { expect, test } from 'vitest'
import { createConfirmation, type AppointmentRequest } from '#islands/admin/enquiries/enquiries.store.ts'
import { answer, LOST, refusal } from '#tests/islands/fake-api.ts'

const request = { id: '00000000-0000-4000-8000-000000000001', confirmedFor: null } as AppointmentRequest
const TIME = { date: '2026-12-03', time: '17:45', minutes: 60 }
const TAKEN = refusal('invalid_request', 'Taken', 400, { time: 'Taken' })

/** Presses the button with each time, and returns what each request said. */
async function press(responses: (typeof TAKEN)[], times: (typeof TIME)[]): Promise<unknown[]> {
  const sent = answer(...responses)
  const confirm = createConfirmation()
  for (const time of times) await confirm(request, time)
  return sent.map(({ alongside }) => alongside)
}

test('a time that was refused is confirmed alongside others when it is sent again', async () => {
  expect(await press([TAKEN, LOST, TAKEN], [TIME, TIME, TIME])).toEqual([false, true, true])
})

test.each([
  ['day', { date: '2026-12-04' }],
  ['time', { time: '18:00' }],
  ['length', { minutes: 61 }],
])('another %s than the one that was refused asks again', async (_, change) => {
  expect(await press([TAKEN], [TIME, { ...TIME, ...change }])).toEqual([false, false])
})

test.each([
  ['without a response', LOST],
  ['for another field', refusal('invalid_request', 'Past', 400, { date: 'Past' })],
])('a time that fails %s asks again', async (_, response) => {
  expect(await press([response], [TIME, TIME])).toEqual([false, false])
})
