import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { addDays, londonDay } from '#contract/base/send-date.ts'
import {
  answers,
  bringIn,
  chooseFile,
  drafts,
  faulty,
  hasOnlyEnds,
  included,
  openQuestions,
  progress,
  result,
  startOver,
  unusedColumns,
} from '#islands/admin/vouchers/import/voucher-import.store.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { openDesk, type Desk } from '#tests/harness/desk.ts'
import { functions } from '#tests/harness/every-function.ts'
import { useWorld } from '#tests/harness/world.ts'

const { exportCsv, importVouchers, takeBackImport } = functions

const world = useWorld()
let desk: Desk
beforeAll(async () => void (desk = await openDesk(world)))

/** What the portal sends to an endpoint arrives there, with the owner's session. */
beforeEach(() => {
  const { fetch } = globalThis
  vi.stubGlobal('document', { querySelector: () => null })
  vi.stubGlobal('fetch', (address: string, options: RequestInit) =>
    address === '/api/admin/vouchers/import'
      ? callFunction(importVouchers, { path: address, headers: desk.headers, body: options.body as string })
      : fetch(address, options),
  )
})
afterEach(() => {
  startOver()
  vi.unstubAllGlobals()
})

async function choose(text: string): Promise<void> {
  await chooseFile(new File([text], 'vouchers.csv'))
  await expect.poll(() => progress.value).toBeUndefined()
}

async function exportVouchers(): Promise<string[]> {
  const file = { path: '/api/admin/export/vouchers.csv', params: { file: 'vouchers.csv' } }
  const response = await callFunction(exportCsv, { ...file, method: 'GET', headers: desk.headers })
  return (await response.text()).replace('\ufeff', '').trim().split('\r\n')
}

const vouchersOf = (importId: string) =>
  world.rows(
    `select code, original_pence, balance_pence, buyer_name, recipient_name, recipient_email, status, expires_at,
       (issued_at at time zone 'Europe/London')::date::text as issued_on
     from gift_voucher where import_id = $1 order by code`,
    [importId],
  )

it('a file that we exported is refused whole, and its rows with whole codes are imported as the same vouchers', async () => {
  const mine = randomUUID().slice(0, 8).toUpperCase()
  const expiryDate = addDays(londonDay(new Date()), 200)
  const rows = [
    ['GC-0001', '12.50', '40.00', '2025-02-03', 'Zoë O’Brien', `${mine}@example.com`, 'Lee, Ann'],
    ['GC-0002', '1000.00', '1000.00', '2024-12-31', '李伟', '', ''],
    ['GC-0003', '0.01', '5.00', '2025-04-03', 'Rose "Rosie" Evans', '', 'Tom Evans'],
  ].map(([code, ...cells]) => [`${mine}-${code}`, ...cells.map((cell) => `"${cell.replaceAll('"', '""')}"`)])
  const headings = 'Code,Balance,Original amount,Issued on,Recipient,Recipient’s email,Buyer,Last valid day'
  await choose([headings, ...rows.map((cells) => [...cells, expiryDate].join(','))].join('\n'))
  await bringIn()
  const first = result.value!.importId
  const vouchers = await vouchersOf(first)
  expect(vouchers).toHaveLength(3)

  const exported = await exportVouchers()
  await choose(exported.join('\r\n'))
  expect([drafts.value.length, hasOnlyEnds.value]).toEqual([exported.length - 1, true])
  await bringIn()
  expect([result.value, answers.value]).toEqual([undefined, {}])

  await callFunction(takeBackImport, {
    path: `/api/admin/vouchers/imports/${first}`,
    method: 'DELETE',
    headers: desk.headers,
    params: { importId: first },
  })
  const names = ['Zoë O’Brien', '李伟', 'Rosie']
  const whole = names.map((name, at) => {
    const line = exported.find((one) => one.includes(name))!
    return line.replace(/…\w+/, rows[at]![0]!)
  })
  await choose([exported[0], ...whole].join('\r\n'))
  expect([openQuestions.value, faulty.value, included.value.length]).toEqual([[], [], 3])
  expect(unusedColumns.value).toEqual([
    'Paid by',
    'Refunded in pounds',
    "Buyer's email",
    'Send date',
    'Purchase number',
    'Payment reference',
  ])
  await bringIn()
  expect(await vouchersOf(result.value!.importId)).toEqual(vouchers)
})

it('a part of a code is refused by the endpoint, too', async () => {
  const send = async (code: string) => {
    const response = await callFunction(importVouchers, {
      path: '/api/admin/vouchers/import',
      headers: desk.headers,
      body: { importId: randomUUID(), rows: [{ code, balance: '40.00' }] },
    })
    return { status: response.status, ...((await response.json()) as object) }
  }
  for (const code of ['****1234', 'XXXX-XXXX-XXXX-9K2M', '…12E4', '...12E4'])
    expect(await send(code)).toMatchObject({
      status: 400,
      fields: { 'rows.0.code': expect.stringContaining('This is only a part of a code') },
    })
  expect(await world.rows(`select code from gift_voucher where code in ('1234', '9K2M', '12E4')`)).toEqual([])
})
