import { computed, signal } from '@preact/signals-react'
import { getDotPath, safeParse } from 'valibot'
import type { BodyInput } from '#contract/base/endpoint.ts'
import { parsePence, type Pence } from '#contract/base/money.ts'
import { londonDay } from '#contract/base/send-date.ts'
import { withCommas } from '#contract/base/text.ts'
import { isMaskedCode } from '#contract/vouchers/masked-code.ts'
import {
  findImportFaults,
  IMPORT_ROWS_MAX,
  importFields,
  ImportRowSchema,
  importVouchersEndpoint,
  TOO_MANY_ROWS,
  type ImportFault,
  type ImportRow,
} from '#contract/vouchers/voucher-import.ts'
import { adminCall } from '#islands/admin/admin-api.ts'
import { runAction } from '#islands/admin/shared/action.ts'
import { errorMessage } from '#islands/admin/shared/error-message.ts'
import { findDateOrder, toBritishDate } from '#islands/admin/vouchers/import/date-order.ts'
import {
  ASKED_ABOUT,
  balanceQuestion,
  CODES_QUESTION,
  dateQuestion,
  type ImportAnswers,
  type ImportQuestion,
} from '#islands/admin/vouchers/import/file-questions.ts'
import {
  findHeadings,
  matchColumns,
  type ColumnField,
  type Columns,
  type ImportField,
} from '#islands/admin/vouchers/import/match-columns.ts'
import { readStatus, type ImportStatus } from '#islands/admin/vouchers/import/read-status.ts'
import { readTable, TableError, type TableRow } from '#islands/admin/vouchers/import/read-table.ts'
import { countWorth } from '#islands/admin/vouchers/voucher-labels.ts'
import { fieldErrorsOf, isUndecided } from '#lib/api.ts'
import { serverNow } from '#lib/server-time.ts'

type Texts = Partial<Record<ImportField, string>>

/** A file that was chosen. */
interface Table {
  /** One for each choice. */
  id: string
  name: string
  /** Undefined if the file has no row with headings. */
  headings: string[] | undefined
  rows: TableRow[]
}

/** A row of the file as it will be imported. */
export interface Draft {
  /** Position among the rows of the file, from 0. */
  at: number
  /** Its number in a spreadsheet. */
  number: number
  /** As in the file, or as corrected here. */
  texts: Texts
  /** What could be read of it. */
  read: Partial<ImportRow>
  faults: { field: ImportField; message: string }[]
  /** Fields that have a fault, or had one and were corrected here. */
  corrected: ImportField[]
  /** In the other system. */
  status: ImportStatus
  /** As in the file. */
  statusText: string
  isLeftOut: boolean
}

export const table = signal<Table | undefined>(undefined)
/** Why a file cannot be read. */
export const fileProblem = signal('')
export const isReading = signal(false)
export const columns = signal<Columns>({})
const corrections = signal<ReadonlyMap<number, Texts>>(new Map())
/** Whether the recipients are emailed after each use and before the last day. */
export const holderEmails = signal(false)
/** What was chosen by hand, by position. Else vouchers are left out that are not active in the other system. */
const leftOut = signal<ReadonlyMap<number, boolean>>(new Map())
/** The owner's answers to `questions`. */
export const answers = signal<ImportAnswers>({})
/** What only the server knows, by position: the code that it is about, and why it cannot be used. */
const refused = signal<ReadonlyMap<number, { code: string | undefined; message: string }>>(new Map())
/** Codes that the server has looked up. */
const checked = signal<ReadonlySet<string>>(new Set())

/** What the server is doing. */
export const progress = signal<'check' | 'import' | undefined>(undefined)
/** Why the codes could not be looked up. */
export const checkProblem = signal('')

/** The import whose result is not known: nothing of it can be changed, and the same request is sent again. */
export const pending = signal<BodyInput<typeof importVouchersEndpoint> | undefined>(undefined)
export const result = signal<{ importId: string; count: number; pence: Pence } | undefined>(undefined)

/** Changes with the file and its columns, so that a late response about earlier codes is ignored. */
let checks = 0

/** Empties the page. */
export function startOver(): void {
  checks += 1
  table.value = undefined
  fileProblem.value = ''
  columns.value = {}
  forgetChanges()
  progress.value = undefined
  pending.value = undefined
  result.value = undefined
  read.clear()
}

function forgetChanges(): void {
  corrections.value = new Map()
  holderEmails.value = false
  leftOut.value = new Map()
  answers.value = {}
  refused.value = new Map()
  checked.value = new Set()
  checkProblem.value = ''
}

/** Reads a file and finds its columns. What was shown before is replaced only if the file can be read. */
export async function chooseFile(file: File): Promise<void> {
  isReading.value = true
  fileProblem.value = ''
  try {
    const { headings, rows } = findHeadings(await readTable(file))
    if (rows.length === 0)
      throw new TableError('There are no vouchers in this file. Please choose another one.')
    if (rows.length > IMPORT_ROWS_MAX)
      throw new TableError(`This file has ${withCommas(rows.length)} rows. ${TOO_MANY_ROWS}.`)
    startOver()
    table.value = { id: crypto.randomUUID(), name: file.name, headings, rows }
    columns.value = matchColumns(headings ?? [], rows)
    void checkCodes()
  } catch (error) {
    fileProblem.value =
      error instanceof TableError ? error.message : 'We could not read this file. Please choose it again.'
  } finally {
    isReading.value = false
  }
}

/** The names of all columns of the file. */
export const columnNames = computed(() => {
  const { headings = [], rows = [] } = table.value ?? {}
  const width = Math.max(headings.length, ...rows.map(({ cells }) => cells.length))
  return Array.from({ length: width }, (_, at) => headings[at] || `Column ${at + 1}`)
})

/** The names of columns that hold something and are not used. */
export const unusedColumns = computed(() => {
  const { headings = [], rows = [] } = table.value ?? {}
  const used = Object.values(columns.value)
  return columnNames.value.filter(
    (_, at) => !used.includes(at) && (headings[at] || rows.some(({ cells }) => cells[at])),
  )
})

/** Assigns a column to a field; '' for none. What was chosen and corrected by hand belonged to the former column. */
export function assignColumn(field: ColumnField, column: string): void {
  const changed = { ...columns.value }
  if (column === '') delete changed[field]
  else changed[field] = Number(column)
  columns.value = changed
  corrections.value = new Map(
    [...corrections.value].map(([at, texts]) => {
      const kept = { ...texts }
      if (field !== 'status') delete kept[field]
      return [at, kept]
    }),
  )
  if (field === 'status') leftOut.value = new Map([...leftOut.value].filter(([, isLeftOut]) => isLeftOut))
  const given = Object.entries(answers.value) as [ImportQuestion['id'], string][]
  answers.value = Object.fromEntries(given.filter(([id]) => !ASKED_ABOUT[id].includes(field)))
  void checkCodes()
}

/** Answers one of `questions`. */
export function answerQuestion(id: ImportQuestion['id'], answer: string): void {
  answers.value = { ...answers.value, [id]: answer }
}

export function correct(at: number, field: ImportField, text: string): void {
  corrections.value = new Map(corrections.value).set(at, { ...corrections.value.get(at), [field]: text })
}

export function leaveOut(rows: readonly Draft[], isLeftOut = true): void {
  leftOut.value = new Map([...leftOut.value, ...rows.map(({ at }) => [at, isLeftOut] as const)])
}

/** Gives a later last day to each voucher whose own has passed. */
export function giveLastDay(day: string): void {
  const changed = new Map(corrections.value)
  for (const { at } of pastDrafts.value) changed.set(at, { ...changed.get(at), expiryDate: day })
  corrections.value = changed
}

/** Rows that were read before, by their texts, because a correction changes one of thousands. */
const read = new Map<string, Pick<Draft, 'read' | 'faults'>>()

function readTexts(texts: Texts): Pick<Draft, 'read' | 'faults'> {
  const key = JSON.stringify(texts)
  const known = read.get(key)
  if (known) return known
  const { output, issues = [] } = safeParse(ImportRowSchema, { code: '', ...texts })
  const values: Partial<ImportRow> = { ...(output as Partial<ImportRow>) }
  const faults: Draft['faults'] = []
  for (const issue of issues) {
    const field = getDotPath(issue) as ImportField
    delete values[field]
    if (!faults.some((fault) => fault.field === field)) faults.push({ field, message: issue.message })
  }
  const row = { read: values, faults }
  read.set(key, row)
  return row
}

const days = ['issuedOn', 'expiryDate'] as const

const dateOrder = computed(() => {
  const used = days.flatMap((field) => columns.value[field] ?? [])
  return findDateOrder((table.value?.rows ?? []).flatMap(({ cells }) => used.map((at) => cells[at] ?? '')))
})

/** All rows as the file has them, apart from drafts because a correction changes one of thousands. */
const fileRows = computed(() => {
  const { rows = [], headings = [] } = table.value ?? {}
  // British, until the owner has answered.
  const order = dateOrder.value.order ?? (answers.value.dates === 'month' ? 'month' : 'day')
  const { status: statusColumn } = columns.value
  return rows.map(({ number, cells }, at) => {
    const texts: Texts = {}
    for (const field of importFields) {
      const text = cells[columns.value[field] ?? -1] ?? ''
      if (text !== '') texts[field] = text
    }
    for (const field of days) if (texts[field]) texts[field] = toBritishDate(texts[field], order)
    const statusText = cells[statusColumn ?? -1] ?? ''
    const status: ImportStatus =
      statusColumn === undefined ? 'active' : readStatus(statusText, headings[statusColumn] ?? '')
    return { at, number, texts, status, statusText }
  })
})

/** All rows of the file as they will be imported, with their faults. */
export const drafts = computed((): Draft[] => {
  const found = fileRows.value.map((row): Draft => {
    const changes = corrections.value.get(row.at) ?? {}
    const texts: Texts = { ...row.texts, ...changes }
    for (const field of importFields) if (texts[field] === '') delete texts[field]
    const { read, faults } = readTexts(texts)
    const corrected = Object.keys(changes) as ImportField[]
    const isLeftOut = leftOut.value.get(row.at) ?? row.status !== 'active'
    return { ...row, texts, read, faults, corrected, isLeftOut }
  })
  return withSharedFaults(found)
})

const hasMoreThanPaid = ({ read: { balance, originalAmount } }: Draft) =>
  balance !== undefined && originalAmount !== undefined && balance > originalAmount

const MORE_THAN_PAID = 'More is left than was paid. Please correct one of the two amounts'

/** Adds what is wrong with rows that are read: codes that are the same or are taken, and days that cannot be. */
function withSharedFaults(found: Draft[]): Draft[] {
  const present = found.filter(({ isLeftOut }) => !isLeftOut)
  // A code that cannot be read equals no other.
  const rows = present.map(({ read, at }) => ({ ...read, code: read.code ?? `?${at}` }) as ImportRow)
  const shared = Map.groupBy(findImportFaults(rows, londonDay(serverNow())), ({ row }) => row)
  present.forEach((draft, row) => {
    const { code, message } = refused.value.get(draft.at) ?? {}
    const own = [
      ...draft.faults,
      ...(shared.get(row) ?? []).map(({ field, message }) => ({ field, message })),
      ...(message !== undefined && code === draft.read.code ? [{ field: 'code' as const, message }] : []),
    ]
    const isDoubted = answers.value.balances === 'wrong' && hasMoreThanPaid(draft)
    if (isDoubted) own.push({ field: 'balance', message: MORE_THAN_PAID })
    draft.faults = own
    const faulty = [...own.map(({ field }) => field), ...(isDoubted ? (['originalAmount'] as const) : [])]
    draft.corrected = [...new Set([...faulty, ...draft.corrected])]
  })
  for (const draft of found) if (draft.isLeftOut) draft.faults = []
  return found
}

export const faulty = computed(() => drafts.value.filter(({ faults }) => faults.length > 0))
/** What will be imported once no row has a fault. */
export const included = computed(() => drafts.value.filter(({ isLeftOut }) => !isLeftOut))
export const includedPence = computed(() =>
  included.value.reduce((sum, { read }) => sum + (read.balance ?? 0), 0),
)
/** Vouchers whose last day has passed. */
export const pastDrafts = computed(() => {
  const today = londonDay(serverNow())
  return included.value.filter(({ read }) => read.expiryDate && read.expiryDate < today)
})
/** Whether something was corrected here that the file does not have. */
export const isChanged = computed(() => corrections.value.size > 0 || pending.value !== undefined)
export const isMatched = computed(
  () => columns.value.code !== undefined && columns.value.balance !== undefined,
)

const areCodesMasked = computed(
  () =>
    drafts.value.every(({ read }) => read.code === undefined) &&
    drafts.value.some(({ texts }) => isMaskedCode(texts.code ?? '')),
)
/** Whether the file has no whole code, as our own export. */
export const hasOnlyEnds = computed(() => areCodesMasked.value || answers.value.codes === 'ends')

/** What the file leaves open. Answered questions stay, so that an answer can be changed. */
export const questions = computed((): ImportQuestion[] => {
  if (!isMatched.value || areCodesMasked.value) return []
  const coded = drafts.value.filter(({ read }) => read.code !== undefined)
  // The end of a code has no hyphen within it, as GV-12 has.
  const short = coded.filter(({ texts }) => /^\W*\w{4}\W*$/.test(texts.code ?? ''))
  const more = included.value.filter(hasMoreThanPaid)
  const dates = dateQuestion(dateOrder.value)
  return [
    ...(short.length * 2 > coded.length ? [CODES_QUESTION] : []),
    ...(dates ? [dates] : []),
    ...(more[0] ? [balanceQuestion(more.length, more[0].read.code ?? '')] : []),
  ]
})
export const openQuestions = computed(() =>
  questions.value.filter(({ id }) => answers.value[id] === undefined),
)

/** Rows as they are sent: as in the file, but with dates that can only be one day. */
const rowsOf = (drafts: readonly Draft[]) =>
  drafts.map(({ texts, read }) => ({
    code: '',
    ...texts,
    ...(read.issuedOn !== undefined && { issuedOn: read.issuedOn }),
    ...(read.expiryDate !== undefined && { expiryDate: read.expiryDate }),
  }))

/** Looks up the codes of all rows without other faults, and shows which ones are taken. Changes nothing. */
export async function checkCodes(): Promise<void> {
  checks += 1
  const mine = checks
  const asked = included.value.filter(({ faults }) => faults.length === 0)
  checkProblem.value = ''
  // Of an earlier check.
  progress.value = undefined
  if (!isMatched.value || hasOnlyEnds.value || asked.length === 0) return
  progress.value = 'check'
  try {
    const body = { importId: crypto.randomUUID(), rows: rowsOf(asked), dryRun: true }
    const { faults } = await adminCall(importVouchersEndpoint, body)
    if (mine !== checks) return
    showRefused(asked, faults)
    checked.value = new Set([...checked.value, ...asked.map(({ read }) => read.code ?? '')])
  } catch (error) {
    if (mine !== checks) return
    checkProblem.value = errorMessage(error, 'We could not check the codes. Please press “Check again”.')
  }
  progress.value = undefined
}

function showRefused(sent: readonly Draft[], faults: readonly ImportFault[]): void {
  const known = new Map(refused.value)
  for (const { row, message } of faults) {
    const draft = sent[row]
    if (draft) known.set(draft.at, { code: draft.read.code, message })
  }
  refused.value = known
}

/** Whether the server has looked up every code as it is now. */
const isChecked = computed(() => included.value.every(({ read }) => checked.value.has(read.code ?? '')))

/** Brings in all vouchers, unless one has a fault or a question is open. If it is not known whether the request arrived, it is sent again. */
export async function bringIn(): Promise<void> {
  if (progress.value) return
  if (!pending.value) {
    if (openQuestions.value.length > 0 || hasOnlyEnds.value) return
    if (!isChecked.value) await checkCodes()
    if (faulty.value.length > 0 || checkProblem.value !== '') return
  }
  progress.value = 'import'
  await runAction(send, {
    done: ({ count, pence }) => ({
      title: 'Success',
      description: `${countWorth(count, pence)} been imported.`,
    }),
    failed: 'The vouchers could not be imported. Please try again.',
  })
  progress.value = undefined
}

async function send(): Promise<{ count: number; pence: Pence }> {
  const sent = included.value
  const body = pending.value ?? {
    importId: crypto.randomUUID(),
    rows: rowsOf(sent),
    holderEmails: holderEmails.value,
  }
  try {
    const { count, sum } = await adminCall(importVouchersEndpoint, body)
    startOver()
    result.value = { importId: body.importId, count, pence: parsePence(sum) ?? 0 }
    return result.value
  } catch (error) {
    pending.value = isUndecided(error) ? body : undefined
    const faults = Object.entries(fieldErrorsOf(error)).flatMap(([path, message]) => {
      const [, row, field] = /^rows\.(\d+)\.(\w+)$/.exec(path) ?? []
      return row === undefined ? [] : [{ row: Number(row), field: field as ImportField, message }]
    })
    showRefused(sent, faults)
    throw error
  }
}
