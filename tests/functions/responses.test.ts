import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { exportFiles } from '#contract/reports/exports.ts'
import hourly from '#functions/hourly.mts'
import settlePayments from '#functions/settle-payments.mts'
import unknownEndpoint from '#functions/unknown-endpoint.mts'
import { signInNewAdmin } from '#tests/harness/admin-session.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { allRows, everyEndpoint } from '#tests/harness/every-endpoint.ts'
import { functions } from '#tests/harness/every-function.ts'
import { takeLoggedErrors } from '#tests/harness/no-stray-errors.ts'
import { useWorld } from '#tests/harness/world.ts'

const world = useWorld()

const called = Object.entries({ ...functions, unknownEndpoint })
const scheduled = Object.entries({ hourly, settlePayments })
const reads = everyEndpoint.filter(([, { method, access }]) => method === 'GET' && access === 'admin')

/** What the path and the query of a read need. */
const PARAMS = { id: randomUUID(), file: exportFiles[0], period: '2026-01' }
const DAYS = '?from=2026-01-01&to=2026-01-31'
const QUERIES: Record<string, string> = {
  accounts: DAYS,
  accountsAtStripe: DAYS,
  accountLines: `${DAYS}&figure=lost`,
}
/** Recorded in the activity. */
const EXPORTS = new Set(['exportCsv', 'pack'])

/** Headers that prevent executing, framing, sniffing or sharing any response, errors included. */
const GUARDED = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'content-type': expect.stringMatching(/^(application\/json|application\/zip|text\/csv; charset=utf-8)$/),
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-request-id': expect.stringMatching(/./),
}

function headersOf({ headers }: Response): Record<string, string> {
  const all = Object.fromEntries(headers)
  // No redirect, no CORS.
  expect(Object.keys(all).join()).not.toMatch(/location|access-control/)
  return all
}

describe('every response', () => {
  // ASVS 3.2.1, 3.4.1, 3.4.2, 3.4.4, 3.4.5, 3.4.6, 3.7.2, 4.1.1
  it.each([...called, ...scheduled])(
    'of %s has the security headers, whatever is sent',
    async (name, handler) => {
      for (const call of [
        { method: 'GET' },
        { body: {} },
        { body: 'no JSON' },
        { method: 'DELETE', body: '' },
      ]) {
        const response = await callFunction(handler, { path: '/api/anything', ...call })
        expect(headersOf(response)).toMatchObject(GUARDED)
      }
      // Only Netlify calls scheduled functions, so invalid input is a server error there.
      const logged = takeLoggedErrors()
      if (!scheduled.some(([each]) => each === name)) expect(logged).toEqual([])
    },
  )
})

describe('a GET request', () => {
  // ASVS 3.5.3, 14.2.2, 14.3.1, 14.3.2
  it.each(reads)(
    '%s responds with the same headers, uncached, and changes nothing but the record of an export',
    async (name, { path }) => {
      const { headers } = await signInNewAdmin(world)
      const rows = async () =>
        (await allRows(world)).filter((table) => !EXPORTS.has(name) || table.name !== 'activity')
      const before = await rows()
      const response = await callFunction(functions[name], {
        path: `${path}${QUERIES[name] ?? ''}`,
        method: 'GET',
        headers,
        params: PARAMS,
      })
      await response.text()
      expect([200, 404]).toContain(response.status)
      expect(headersOf(response)).toMatchObject({ ...GUARDED, 'cache-control': 'no-store' })
      // An export is recorded in the activity.
      if (!EXPORTS.has(name)) expect(await allRows(world)).toEqual(before)
    },
  )
})
