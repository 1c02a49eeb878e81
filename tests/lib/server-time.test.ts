import { expect, it } from 'vitest'
import { isServerTimeKnown, noteServerTime, serverNow } from '#lib/server-time.ts'

const answeredAt = (date: string) => new Response(null, { headers: { date } })

it('the time is the device’s until the server has answered, and then the server’s', () => {
  expect(isServerTimeKnown()).toBe(false)
  expect(Math.abs(serverNow().getTime() - Date.now())).toBeLessThan(1000)
  const weeksAhead = new Date(Date.now() + 28 * 86_400_000)
  noteServerTime(answeredAt(weeksAhead.toUTCString()))
  expect(isServerTimeKnown()).toBe(true)
  expect(Math.abs(serverNow().getTime() - weeksAhead.getTime())).toBeLessThan(2000)
  noteServerTime(new Response())
  noteServerTime(answeredAt('soon'))
  expect(serverNow().getTime()).toBeGreaterThan(Date.now() + 27 * 86_400_000)
})
