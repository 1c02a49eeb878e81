import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Body } from '#contract/endpoint.ts'
import { formatPounds, parsePence } from '#contract/money.ts'
import type { importVouchersEndpoint } from '#contract/voucher-import.ts'
import {
  assignColumn,
  bringIn,
  checkProblem,
  chooseFile,
  columns,
  correct,
  drafts,
  faulty,
  fileProblem,
  giveLastDay,
  included,
  includedPence,
  isMatched,
  leaveOut,
  pending,
  progress,
  result,
  startOver,
  table,
} from '#islands/admin/vouchers/import/voucher-import.store.ts'
import { LAST_YEAR, VOUCHER_FILES } from '#tests/islands/admin/vouchers/voucher-files.ts'
import { LOST, refusal, respond, type FakeResponse } from '#tests/islands/fake-api.ts'
import { currentToast } from '#ui/toast.ts'

type Request = Omit<Body<typeof importVouchersEndpoint>, 'rows'> & { rows: Record<string, string>[] }

/** A server on which some codes are taken. `failures` are its first responses to imports. */
function startServer({ taken = [], failures = [] }: { taken?: string[]; failures?: FakeResponse[] } = {}) {
  const imports: Request[] = []
  let checks = 0
  vi.stubGlobal('fetch', async (_path: string, { body }: RequestInit) => {
    const request = JSON.parse(body as string) as Request
    if (request.dryRun) checks += 1
    else imports.push(request)
    const failure = request.dryRun ? undefined : failures.shift()
    if (failure) return respond(failure)
    const faults = request.rows.flatMap(({ code }, row) =>
      taken.includes(code!)
        ? [{ row, field: 'code', message: 'There is already a voucher with this code' }]
        : [],
    )
    const sum = formatPounds(request.rows.reduce((all, { balance }) => all + (parsePence(balance!) ?? 0), 0))
    return respond([200, { count: request.rows.length, sum, faults }])
  })
  return { imports, checks: () => checks }
}

const file = (...parts: BlobPart[]) => new File(parts, 'list.csv')
const list = (count: number) =>
  file(['code,balance', ...Array.from({ length: count }, (_, at) => `GV${1000 + at},10.00`)].join('\n'))

/** Chooses a file, and waits until its codes are checked. */
async function choose(chosen: File): Promise<void> {
  await chooseFile(chosen)
  await expect.poll(() => progress.value).toBeUndefined()
}

const faults = () =>
  drafts.value.flatMap(({ at, faults }) => faults.map(({ field, message }) => [at, field, message]))

beforeEach(() => void vi.stubGlobal('document', { querySelector: () => null }))
afterEach(startOver)

describe('a list of vouchers', () => {
  it.each(Object.entries(VOUCHER_FILES))('is read as %s writes it', async (_, parts) => {
    startServer()
    await choose(file(...parts))
    expect(fileProblem.value).toBe('')
    expect(faults()).toEqual([])
    expect(drafts.value[0]!.read).toEqual({
      code: 'GV0001',
      balance: 2050,
      issuedOn: '2024-02-14',
      expiryDate: `${LAST_YEAR}-12-31`,
      recipientName: 'Zoë O’Brien',
      note: 'Two lines:\nhalf used; "in May", she says',
    })
    expect([included.value.length, includedPence.value]).toEqual([60, 300_000])
  })

  it('may have any line break, empty rows, and rows before its headings', async () => {
    startServer()
    await choose(
      file('Vouchers of the clinic,\r,\rprinted on 3/1/2026,\r,\rCode,Left\rAB12,5.00\r,\rAB13,6.00\r'),
    )
    expect(drafts.value.map(({ number, read }) => [number, read.code, read.balance])).toEqual([
      [6, 'AB12', 500],
      [8, 'AB13', 600],
    ])
  })

  it.each([
    ['a JPEG', [new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16])], 'This is a picture, so'],
    ['a HEIC picture', [new Uint8Array([0, 0, 0, 24]), 'ftypheic'], 'This is a picture, so'],
    [
      'a workbook of Excel',
      ['PK\x03\x04'],
      'This looks like a spreadsheet, but it is not a CSV file. Please open it',
    ],
    ['a PDF', ['%PDF-1.7'], 'This is a PDF'],
    ['a program', ['\x7fELF\x02\x01\x01\0\0'], 'This is not a CSV file.'],
    ['nothing', [], 'This file is empty.'],
    ['headings only', ['code,balance\r\n'], 'There are no vouchers in this file.'],
    [
      'a cell without an end',
      ['code,balance\nAB12,5\n"AB13,6\n'],
      'Row 3 of the file has an opening quotation mark',
    ],
  ])('is refused in words if the file has %s', async (_, parts, sentence) => {
    startServer()
    await choose(file(...parts))
    expect(fileProblem.value).toContain(sentence)
    expect(table.value).toBeUndefined()
  })

  it('has at most 5,000 vouchers', async () => {
    startServer()
    await choose(list(5001))
    expect(fileProblem.value).toBe(
      'This file has 5,001 rows. You can import at most 5,000 vouchers at a time. Please split the file.',
    )
    await choose(list(5000))
    expect([fileProblem.value, included.value.length]).toEqual(['', 5000])
  })

  it('stays on the screen if the next file cannot be read', async () => {
    startServer()
    await choose(list(2))
    await choose(file('%PDF-1.7'))
    expect(included.value).toHaveLength(2)
  })
})

describe('the columns', () => {
  it.each([
    [
      'Code,Initial Balance,Current Balance,Expires On,Customer Name,Email',
      'code originalAmount balance expiryDate recipientName recipientEmail',
    ],
    [
      'Id,Voucher Code,Amount,Remaining value,Recipient name,Recipient email,Purchaser',
      '- code originalAmount balance recipientName recipientEmail buyerName',
    ],
    [
      'Number,To,From,Value (£),Date,Valid to,Comments',
      'code recipientName buyerName balance issuedOn expiryDate note',
    ],
    ['Gift card code,Name,Customer,balance_gbp', 'code recipientName buyerName balance'],
  ])('of “%s” are known by their names', async (headings, fields) => {
    startServer()
    await choose(file(`${headings}\n${headings.replaceAll(/[^,]+/g, '1')}`))
    const expected = fields.split(' ').flatMap((field, at) => (field === '-' ? [] : [[field, at]]))
    expect(columns.value).toEqual(Object.fromEntries(expected))
  })

  it('are assigned by hand where a file does not name them, and its first row is a voucher', async () => {
    const server = startServer()
    await choose(file('AB12;5.00;Ann\nAB13;6.00;Bo'))
    expect([isMatched.value, table.value?.headings, server.checks()]).toEqual([false, undefined, 0])
    assignColumn('code', '0')
    assignColumn('balance', '1')
    assignColumn('recipientName', '2')
    await expect.poll(() => progress.value).toBeUndefined()
    expect(drafts.value.map(({ read }) => read)).toEqual([
      { code: 'AB12', balance: 500, recipientName: 'Ann' },
      { code: 'AB13', balance: 600, recipientName: 'Bo' },
    ])
    assignColumn('recipientName', '')
    expect(drafts.value[0]!.read).toEqual({ code: 'AB12', balance: 500 })
    await expect.poll(() => progress.value).toBeUndefined()
  })
})

describe('the preview', () => {
  it('names each fault beside its row', async () => {
    startServer()
    await choose(
      file('code,balance,expiry\nGV-1,-5,\n,5,\ngv 0O2x,5,\nGV-002-X,5,\nGV-4,5,\nGV-0005,5,31/12/2020'),
    )
    expect(faults()).toEqual([
      [0, 'code', 'A code has 4 to 32 letters (A to Z) or digits. Please check it'],
      [0, 'balance', 'The balance is below zero. Please correct it'],
      [1, 'code', 'The code is missing'],
      [2, 'code', expect.stringContaining('Another row has the same code')],
      [3, 'code', expect.stringContaining('Another row has the same code')],
      [4, 'code', 'A code has 4 to 32 letters (A to Z) or digits. Please check it'],
      [5, 'expiryDate', 'The last valid day has passed. Please enter a later day'],
    ])
  })

  it('says which codes are taken, until they are corrected', async () => {
    startServer({ taken: ['GV1001'] })
    await choose(list(3))
    expect(faults()).toEqual([[1, 'code', 'There is already a voucher with this code']])
    correct(1, 'code', 'GV-1001-B')
    expect(faults()).toEqual([])
    expect(drafts.value[1]).toMatchObject({ read: { code: 'GV1001B' }, corrected: ['code'] })
    correct(1, 'code', 'GV1001')
    expect(faulty.value).toHaveLength(1)
  })

  it('takes a row that is left out for no twin of another', async () => {
    startServer()
    await choose(file('code,balance\nAB12,5\nab-12,6'))
    expect(faulty.value).toHaveLength(2)
    leaveOut([drafts.value[1]!])
    expect([faulty.value.length, includedPence.value]).toEqual([0, 500])
    leaveOut([drafts.value[1]!], false)
    expect(faulty.value).toHaveLength(2)
  })

  it('gives a later day to every voucher whose last day has passed, and to no other', async () => {
    startServer()
    await choose(file(`code,balance,expiry\nAB12,5,31/12/2020\nAB13,5,\nAB14,5,31/12/${LAST_YEAR}`))
    giveLastDay(`${LAST_YEAR}-06-30`)
    expect(drafts.value.map(({ read }) => read.expiryDate)).toEqual([
      `${LAST_YEAR}-06-30`,
      undefined,
      `${LAST_YEAR}-12-31`,
    ])
    expect(faulty.value).toEqual([])
  })

  it('says that codes could not be checked, and brings nothing in meanwhile', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await choose(list(1))
    expect(checkProblem.value).toBe('We could not check the codes. Please press “Check again”.')
    const server = startServer()
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await bringIn()
    expect([server.imports.length, pending.value]).toEqual([0, undefined])
  })
})

describe('bringing in', () => {
  it('sends all rows at once, and says what came in', async () => {
    const server = startServer()
    await choose(list(1201))
    await bringIn()
    expect([server.checks(), server.imports.map(({ rows }) => rows.length)]).toEqual([1, [1201]])
    expect(result.value).toMatchObject({
      importId: server.imports[0]!.importId,
      count: 1201,
      pence: 1_201_000,
    })
    expect(currentToast.value?.description).toBe('1,201 vouchers worth £12,010.00 have been imported.')
    expect(table.value).toBeUndefined()
  })

  it('sends the rows as they were typed and corrected, without those left out', async () => {
    const server = startServer()
    await choose(file('code,balance,name\nA-B 12,£5.00,Ann\nAB13,,Bo\nAB14,6,'))
    correct(1, 'balance', '7.50')
    leaveOut([drafts.value[2]!])
    await bringIn()
    expect(server.imports[0]!.rows).toEqual([
      { code: 'A-B 12', balance: '£5.00', recipientName: 'Ann' },
      { code: 'AB13', balance: '7.50', recipientName: 'Bo' },
    ])
  })

  it('brings nothing in while a row has a fault', async () => {
    const server = startServer({ taken: ['GV1000'] })
    await choose(list(2))
    await bringIn()
    expect(server.imports).toEqual([])
  })

  it('looks a code up again that was corrected', async () => {
    const server = startServer({ taken: ['GV1000', 'GV2000'] })
    await choose(list(2))
    correct(0, 'code', 'GV2000')
    await bringIn()
    expect([server.imports.length, faults()]).toEqual([
      0,
      [[0, 'code', 'There is already a voucher with this code']],
    ])
  })

  it('sends the very same request again after a lost connection, and changes nothing meanwhile', async () => {
    const server = startServer({ failures: [LOST] })
    await choose(list(3))
    await bringIn()
    expect(pending.value?.rows).toHaveLength(3)
    expect(currentToast.value?.description).toContain('Nothing will be done twice.')
    await bringIn()
    expect(server.imports[1]).toEqual(server.imports[0])
    expect(result.value).toMatchObject({ count: 3, pence: 3000 })
  })

  it('shows a code that was taken meanwhile', async () => {
    const taken = refusal('invalid_request', 'There is already a voucher with this code.', 400, {
      'rows.3.code': 'There is already a voucher with this code',
    })
    startServer({ failures: [taken] })
    await choose(list(6))
    await bringIn()
    expect(faults()).toEqual([[3, 'code', 'There is already a voucher with this code']])
    leaveOut(faulty.value)
    await bringIn()
    expect(result.value?.count).toBe(5)
  })

  it('begins anew with another id if nothing was brought in', async () => {
    const server = startServer({ failures: [refusal('invalid_request', 'No.', 400, {})] })
    await choose(list(1))
    await bringIn()
    expect(pending.value).toBeUndefined()
    await bringIn()
    expect(server.imports[1]!.importId).not.toBe(server.imports[0]!.importId)
  })
})
