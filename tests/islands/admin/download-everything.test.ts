import { unzipSync } from 'fflate'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { downloadEverything } from '#islands/admin/overview/download-everything.ts'

const TOO_MANY = 'These are more than 50,000 rows. Please choose a shorter period'

/** Fakes the exports: `refuse` returns the response for a file and query that is not downloaded. */
function serve(refuse: (path: string) => Response | undefined = () => undefined): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    return refuse(path) ?? new Response(`\ufeffrows of ${path}\r\n`)
  })
  return asked
}

const filesOf = async (zip: Blob) =>
  Object.fromEntries(
    Object.entries(unzipSync(new Uint8Array(await zip.arrayBuffer()))).map(([name, content]) => [
      name,
      Buffer.from(content).toString(),
    ]),
  )

const tooMany = () =>
  Response.json(
    { code: 'invalid_request', message: `${TOO_MANY}.`, fields: { from: TOO_MANY } },
    { status: 400 },
  )

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-21T12:00:00Z'), toFake: ['Date'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('downloadEverything returns a ZIP of the four exports, byte by byte, and a read-me', async () => {
  serve()
  const { 'read-me.txt': readMe, ...files } = await filesOf(await downloadEverything())
  expect(files).toEqual(
    Object.fromEntries(
      ['vouchers.csv', 'orders.csv', 'customers.csv', 'activity.csv'].map((file) => [
        file,
        `\ufeffrows of /api/admin/export/${file}\r\n`,
      ]),
    ),
  )
  expect(readMe).toContain('21 November 2026')
  for (const file of Object.keys(files)) expect(readMe).toContain(`${file}: `)
})

test('downloadEverything names the file that could not be downloaded, and gives no ZIP', async () => {
  serve((path) => (path.includes('customers') ? new Response('', { status: 502 }) : undefined))
  await expect(downloadEverything()).rejects.toThrow('We could not download customers.csv. Please try again.')
})

test('downloadEverything splits a table with too many rows by year, with all that is older, and a year by month', async () => {
  const asked = serve((path) =>
    /activity\.csv(\?from=2026-01-01&to=2026-12-31)?$/.test(path) ? tooMany() : undefined,
  )
  const names = Object.keys(await filesOf(await downloadEverything()))
  const months = Array.from({ length: 12 }, (_, at) => `activity-2026-${String(at + 1).padStart(2, '0')}.csv`)
  expect(names.filter((name) => name.startsWith('activity'))).toEqual([
    'activity-before-2025.csv',
    'activity-2025.csv',
    ...months,
  ])
  expect(asked).toContain('/api/admin/export/activity.csv?to=2024-12-31')
  expect(asked).toContain('/api/admin/export/activity.csv?from=2026-02-01&to=2026-02-28')
})

test('downloadEverything says which month has too many rows', async () => {
  serve((path) => (path.includes('orders') && !path.includes('?to=') ? tooMany() : undefined))
  await expect(downloadEverything()).rejects.toThrow(
    /^We could not download orders-2025-01\.csv\. These are more than 50,000 rows/,
  )
})
