import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Body } from '#contract/base/endpoint.ts'
import { formatPounds, parsePence } from '#contract/base/money.ts'
import type { importVouchersEndpoint } from '#contract/vouchers/voucher-import.ts'
import { describeLeftOut } from '#islands/admin/vouchers/import/import-labels.ts'
import {
  answerQuestion,
  answers,
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
  hasOnlyEnds,
  included,
  includedPence,
  isMatched,
  leaveOut,
  openQuestions,
  pending,
  progress,
  questions,
  result,
  startOver,
  table,
  unusedColumns,
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

  it.each([
    ['Gift card', 'code'],
    ['Gift Cards', 'code'],
    ['Voucher', 'code'],
    ['Gift voucher', 'code'],
    ['GIFT VOUCHER NO.', 'code'],
    ['Card number', 'code'],
    ['Certificate', 'code'],
    ['Barcode', 'code'],
    ['Code ends in', 'code'],
    ['Last characters', 'code'],
    ['Amount paid', 'originalAmount'],
    ['Purchase price (£)', 'originalAmount'],
    ['Denomination', 'originalAmount'],
    ['Starting balance', 'originalAmount'],
    ['Date of sale', 'issuedOn'],
    ['Created date', 'issuedOn'],
    ['Good until', 'expiryDate'],
    ['Good thru', 'expiryDate'],
    ['Valid through', 'expiryDate'],
    ['Redeem by', 'expiryDate'],
    ['Date of expiry', 'expiryDate'],
    ['Name of customer', 'recipientName'],
    ['Customer’s name', 'recipientName'],
    ['Guest', 'recipientName'],
    ['Beneficiary', 'recipientName'],
    ['Name of purchaser', 'buyerName'],
    ['Giver', 'buyerName'],
    ['Status', 'status'],
    ['Card status', 'status'],
    ['Can be redeemed', 'status'],
    ['Enabled?', 'status'],
    ['is_active', 'status'],
    ['Active (Y/N)', 'status'],
    ['Disabled', 'status'],
    ['Voided', 'status'],
    ['Cancelled?', 'status'],
    ['Redeemable', 'status'],
    ['State', 'status'],
  ])('know “%s” as %s', async (heading, field) => {
    startServer()
    const others = field === 'code' ? 'Balance' : 'Code,Balance'
    await choose(file(`${others},${heading},Branch\n${others === 'Balance' ? '5' : 'GV-11,5'},yes,L1`))
    const at = others.split(',').length
    expect([(columns.value as Record<string, number>)[field], unusedColumns.value]).toEqual([at, ['Branch']])
  })

  it.each([
    ['State', 'Merseyside'],
    ['Used', '20.00'],
    ['Valid', '31/12/2031'],
    ['Redeemed', '£5'],
    ['Closed', ''],
    ['Status', ''],
  ])('do not take “%s” for a status where it says %j, but name it', async (heading, cell) => {
    startServer()
    await choose(file(`Code,Balance,${heading}\nGV-11,5,${cell}\nGV-12,6,${cell}`))
    expect([columns.value.status, unusedColumns.value, included.value.length]).toEqual([
      undefined,
      [heading],
      2,
    ])
  })

  it('that are not used are all named, with a second file, too', async () => {
    startServer()
    await choose(file('Code,Balance,Branch,,Till\nGV-11,5,L1,spare,\nGV-12,6,,,'))
    expect(unusedColumns.value).toEqual(['Branch', 'Column 4', 'Till'])
    assignColumn('note', '2')
    expect(unusedColumns.value).toEqual(['Column 4', 'Till'])
    await choose(file('Code,Balance,\nGV-13,5,'))
    expect(unusedColumns.value).toEqual([])
    await choose(file('Code,Balance,Region\nGV-14,5,North'))
    expect(unusedColumns.value).toEqual(['Region'])
  })

  it('of a file are not looked for in its vouchers', async () => {
    startServer()
    await choose(file('Article,What,Left over\nGift voucher,Total,5.00\nGift voucher,Value,6.00'))
    expect([table.value?.rows.length, table.value?.headings]).toEqual([2, ['Article', 'What', 'Left over']])
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
    await choose(file('code,balance,name\nA-B 112,£5.00,Ann\nAB113,,Bo\nAB114,6,'))
    correct(1, 'balance', '7.50')
    leaveOut([drafts.value[2]!])
    await bringIn()
    expect(server.imports[0]!.rows).toEqual([
      { code: 'A-B 112', balance: '£5.00', recipientName: 'Ann' },
      { code: 'AB113', balance: '7.50', recipientName: 'Bo' },
    ])
  })

  it('sends each date so that it can only be one day', async () => {
    const server = startServer()
    await choose(
      file(
        `code,balance,sold,expires\nGV-11,5,03/04/2024,12/31/${LAST_YEAR}\nGV-12,5,3 April 2024,04/03/${LAST_YEAR}\nGV-13,5,,never`,
      ),
    )
    correct(1, 'issuedOn', '05/06/2024')
    await bringIn()
    expect(server.imports[0]!.rows.map(({ issuedOn, expiryDate }) => [issuedOn, expiryDate])).toEqual([
      ['2024-03-04', `${LAST_YEAR}-12-31`],
      ['2024-06-05', `${LAST_YEAR}-04-03`],
      [undefined, 'never'],
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

describe('a status in the other system', () => {
  const LIST = [
    'Card number,Balance,Expires,Status,Recipient',
    'GC-7710-2043,40.00,31/12/2031,Active,Ann',
    'GC-7710-2044,55.00,31/12/2031,Cancelled,Bob',
    'GC-7710-2045,60.00,31/12/2031,Disabled,Cleo',
    'GC-7710-2046,70.00,31/12/2031,On hold,Dee',
  ].join('\n')

  it('leaves out what is not active, and what is unclear, and is not sent', async () => {
    const server = startServer()
    await choose(file(LIST))
    expect(drafts.value.map(({ status, isLeftOut }) => [status, isLeftOut])).toEqual([
      ['active', false],
      ['inactive', true],
      ['inactive', true],
      ['unclear', true],
    ])
    expect(includedPence.value).toBe(4000)
    await bringIn()
    expect(server.imports[0]!.rows).toEqual([
      { code: 'GC-7710-2043', balance: '40.00', expiryDate: '2031-12-31', recipientName: 'Ann' },
    ])
  })

  it('is overruled by hand, row by row', async () => {
    const server = startServer()
    await choose(file(LIST))
    leaveOut([drafts.value[3]!], false)
    expect(includedPence.value).toBe(11_000)
    await bringIn()
    expect(server.imports[0]!.rows.map(({ code }) => code)).toEqual(['GC-7710-2043', 'GC-7710-2046'])
  })

  it('leaves nothing out when its column is not chosen, and is chosen by hand', async () => {
    startServer()
    await choose(file(LIST))
    assignColumn('status', '')
    expect([included.value.length, unusedColumns.value]).toEqual([4, ['Status']])
    leaveOut([drafts.value[0]!])
    assignColumn('status', '3')
    expect(included.value).toHaveLength(0)
    await expect.poll(() => progress.value).toBeUndefined()
  })

  it('of “Disabled” means the opposite', async () => {
    startServer()
    await choose(file('Code,Balance,Disabled\nGV-11,5,yes\nGV-12,6,no\nGV-13,7,'))
    expect(included.value.map(({ read }) => read.code)).toEqual(['GV12', 'GV13'])
  })

  it.each([
    [
      'inactive',
      ['Cancelled'],
      'One voucher is not active in the other system, so we have left it out. To import it all the same, untick it below.',
    ],
    [
      'inactive',
      Array.from({ length: 14 }, () => 'void'),
      '14 vouchers are not active in the other system, so we have left them out. To import one all the same, untick it below.',
    ],
    [
      'unclear',
      ['On hold', '', 'Pending', 'On hold'],
      'We cannot tell whether 4 vouchers are active in the other system (“On hold”, “Pending”), so we have left them out. To import one all the same, untick it below.',
    ],
    [
      'unclear',
      [''],
      'We cannot tell whether one voucher is active in the other system, so we have left it out. To import it all the same, untick it below.',
    ],
  ] as const)('that is %s is said in one sentence: %j', (status, texts, sentence) =>
    expect(describeLeftOut(status, texts)).toBe(sentence),
  )
})

describe('a question about the file', () => {
  const asked = () => openQuestions.value.map(({ id, text }) => [id, text])

  it('is asked where most codes have four characters, and nothing is imported before its answer', async () => {
    const server = startServer()
    await choose(file('code,balance\nAB12,5\nAB13,6\nAB14-2026,7'))
    expect(asked()).toEqual([
      [
        'codes',
        'Most codes in this file have four characters. Are these the whole codes, or only their ends?',
      ],
    ])
    await bringIn()
    expect(server.imports).toEqual([])
    answerQuestion('codes', 'whole')
    expect(questions.value).toHaveLength(1)
    await bringIn()
    expect(result.value?.count).toBe(3)
  })

  it('refuses the whole file where its codes are only the ends', async () => {
    const server = startServer()
    await choose(file('code,balance\nAB12,5\nAB13,6'))
    answerQuestion('codes', 'ends')
    expect(hasOnlyEnds.value).toBe(true)
    await bringIn()
    expect(server.imports).toEqual([])
  })

  it('is not asked where few codes have four characters', async () => {
    startServer()
    await choose(file('code,balance\nAB12,5\nAB133,6\nAB144,7\nAB15,8'))
    expect(asked()).toEqual([])
  })

  it('is asked once about dates that may be two days', async () => {
    const server = startServer()
    await choose(
      file(`code,balance,sold,expires\nGV-11,5,2024-02-01,03/04/${LAST_YEAR}\nGV-12,5,,11/12/${LAST_YEAR}`),
    )
    expect(asked()).toEqual([
      [
        'dates',
        `Is 03/04/${LAST_YEAR} the 3rd of April or the 4th of March? We will read the other dates in the same way.`,
      ],
    ])
    const days = () => drafts.value.map(({ read }) => read.expiryDate)
    expect(days()).toEqual([`${LAST_YEAR}-04-03`, `${LAST_YEAR}-12-11`])
    await bringIn()
    expect(server.imports).toEqual([])
    answerQuestion('dates', 'month')
    expect(days()).toEqual([`${LAST_YEAR}-03-04`, `${LAST_YEAR}-11-12`])
    await bringIn()
    expect(server.imports[0]!.rows.map(({ expiryDate }) => expiryDate)).toEqual([
      `${LAST_YEAR}-03-04`,
      `${LAST_YEAR}-11-12`,
    ])
  })

  it('is asked about dates that contradict each other, of which each is read as it can be', async () => {
    startServer()
    const year = LAST_YEAR
    await choose(
      file(`code,balance,expires\nGV-11,5,25/12/${year}\nGV-12,5,12/31/${year}\nGV-13,5,03/04/${year}`),
    )
    expect(asked()).toEqual([
      [
        'dates',
        `Some dates in this file have the day first, such as 25/12/${year}, and some the month first, such as 12/31/${year}. Which is usual in this file? We will read those dates that way that could be either.`,
      ],
    ])
    answerQuestion('dates', 'month')
    expect(drafts.value.map(({ read }) => read.expiryDate)).toEqual([
      `${year}-12-25`,
      `${year}-12-31`,
      `${year}-03-04`,
    ])
    expect(faulty.value).toEqual([])
  })

  it('is asked where more is left than was paid, and its rows are corrected or confirmed', async () => {
    const server = startServer()
    await choose(file('code,balance,amount paid\nGV-11,50,20\nGV-12,10,20\nGV-13,30,20\nGV-14,30,'))
    expect(asked()).toEqual([
      ['balances', '2 vouchers, such as GV11, have more left than was paid for them. Is that right?'],
    ])
    answerQuestion('balances', 'wrong')
    const sentence = 'More is left than was paid. Please correct one of the two amounts'
    expect(faults()).toEqual([
      [0, 'balance', sentence],
      [2, 'balance', sentence],
    ])
    expect(drafts.value[0]!.corrected).toEqual(['balance', 'originalAmount'])
    correct(0, 'originalAmount', '50')
    expect(faults()).toEqual([[2, 'balance', sentence]])
    await bringIn()
    expect(server.imports).toEqual([])
    answerQuestion('balances', 'right')
    expect(faulty.value).toEqual([])
    await bringIn()
    expect(server.imports[0]!.rows.map(({ balance, originalAmount }) => [balance, originalAmount])).toEqual([
      ['50', '50'],
      ['10', '20'],
      ['30', '20'],
      ['30', undefined],
    ])
  })

  it('is asked again only if another column or another file is chosen', async () => {
    startServer()
    const list = file(`code,balance,expires,end\nAB12,5,03/04/${LAST_YEAR},05/06/${LAST_YEAR}`)
    await choose(list)
    answerQuestion('codes', 'whole')
    answerQuestion('dates', 'month')
    assignColumn('note', '3')
    expect(asked()).toEqual([])
    assignColumn('expiryDate', '3')
    expect(openQuestions.value.map(({ id }) => id)).toEqual(['dates'])
    await choose(list)
    expect([openQuestions.value.map(({ id }) => id), answers.value]).toEqual([['codes', 'dates'], {}])
  })
})

describe('a file with masked codes', () => {
  it.each(['Code', 'Code ends in'])(
    'under “%s” is refused whole, without a fault for each row',
    async (heading) => {
      const server = startServer()
      await choose(file(`${heading},Balance\n…12E4,5\n…12E5,5\n****12E6,5\nTotal,15`))
      expect([hasOnlyEnds.value, questions.value, server.checks()]).toEqual([true, [], 0])
      await bringIn()
      expect(server.imports).toEqual([])
    },
  )

  it('and whole ones has a fault at the masked ones only', async () => {
    startServer()
    await choose(file('Code,Balance\nGV-1001,5\n****1002,5'))
    expect([hasOnlyEnds.value, faults()]).toEqual([
      false,
      [[1, 'code', expect.stringContaining('This is only a part of a code.')]],
    ])
  })
})
