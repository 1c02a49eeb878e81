import { computed, signal } from '@preact/signals-react'
import { getDotPath, safeParse } from 'valibot'
import { parsePence, type Pence } from '#contract/money.ts'
import { londonDay } from '#contract/send-date.ts'
import { withCommas } from '#contract/text.ts'
import {
  findImportFaults,
  IMPORT_ROWS_MAX,
  IMPORT_SLICE_MAX,
  importFields,
  ImportRowSchema,
  importVouchersEndpoint,
  TOO_MANY_ROWS,
  type ImportFault,
  type ImportRow,
} from '#contract/voucher-import.ts'
import { adminCall } from '#islands/admin/admin-api.ts'
import { runAction } from '#islands/admin/shared/action.ts'
import { errorMessage } from '#islands/admin/shared/error-message.ts'
import {
  findHeadings,
  matchColumns,
  type Columns,
  type ImportField,
} from '#islands/admin/vouchers/import/match-columns.ts'
import { readTable, TableError, type TableRow } from '#islands/admin/vouchers/import/read-table.ts'
import { countWorth } from '#islands/admin/vouchers/voucher-labels.ts'
import { fieldErrorsOf, isUndecided } from '#lib/api.ts'

type Texts = Partial<Record<ImportField, string>>

/** A file that was chosen. */
interface Table {
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
  isLeftOut: boolean
  /** It has been imported, or may have been: nothing of it can be changed. */
  isLocked: boolean
}

export const table = signal<Table | undefined>(undefined)
/** Why a file cannot be read. */
export const fileProblem = signal('')
export const isReading = signal(false)
export const columns = signal<Columns>({})
const corrections = signal<ReadonlyMap<number, Texts>>(new Map())
/** Whether the recipients are emailed after each use and before the last day. */
export const holderEmails = signal(false)
const leftOut = signal<ReadonlySet<number>>(new Set())
/** What only the server knows, by position: the code that it is about, and why it cannot be used. */
const refused = signal<ReadonlyMap<number, { code: string | undefined; message: string }>>(new Map())
/** Codes that the server has looked up. */
const checked = signal<ReadonlySet<string>>(new Set())

/** Vouchers that are done of all, while the server checks them or brings them in. */
export const progress = signal<{ what: 'check' | 'import'; done: number; of: number } | undefined>(undefined)
/** Why the codes could not be looked up. */
export const checkProblem = signal('')

/** The import that has begun: each of its requests may be sent again. */
interface Begun {
  importId: string
  sent: ReadonlySet<number>
  pence: Pence
  /** The request whose result is not known. */
  pending: Slice | undefined
}

interface Slice {
  at: number[]
  body: { from: number; rows: Texts[]; isLast: boolean; holderEmails: boolean }
}

export const begun = signal<Begun | undefined>(undefined)
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
  begun.value = undefined
  result.value = undefined
  read.clear()
}

function forgetChanges(): void {
  corrections.value = new Map()
  holderEmails.value = false
  leftOut.value = new Set()
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
    table.value = { name: file.name, headings, rows }
    columns.value = matchColumns(headings ?? [])
    void checkCodes()
  } catch (error) {
    fileProblem.value =
      error instanceof TableError ? error.message : 'We could not read this file. Please choose it again.'
  } finally {
    isReading.value = false
  }
}

/** Assigns a column to a field; '' for none. What was corrected by hand belonged to the former column. */
export function assignColumn(field: ImportField, column: string): void {
  const changed = { ...columns.value }
  if (column === '') delete changed[field]
  else changed[field] = Number(column)
  columns.value = changed
  corrections.value = new Map(
    [...corrections.value].map(([at, texts]) => {
      const kept = { ...texts }
      delete kept[field]
      return [at, kept]
    }),
  )
  void checkCodes()
}

export function correct(at: number, field: ImportField, text: string): void {
  corrections.value = new Map(corrections.value).set(at, { ...corrections.value.get(at), [field]: text })
}

export function leaveOut(rows: readonly Draft[], isLeftOut = true): void {
  const others = [...leftOut.value].filter((at) => !rows.some((row) => row.at === at))
  leftOut.value = new Set(isLeftOut ? [...others, ...rows.map(({ at }) => at)] : others)
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

/** All rows of the file as they will be imported, with their faults. */
export const drafts = computed((): Draft[] => {
  const rows = table.value?.rows ?? []
  const sent = begun.value?.sent ?? new Set()
  const pending = begun.value?.pending
  const found = rows.map(({ number, cells }, at): Draft => {
    const changes = corrections.value.get(at) ?? {}
    const texts: Texts = {}
    for (const field of importFields) {
      const column = columns.value[field]
      const text = changes[field] ?? (column === undefined ? '' : (cells[column] ?? ''))
      if (text !== '') texts[field] = text
    }
    const { read, faults } = readTexts(texts)
    return {
      at,
      number,
      texts,
      read,
      faults,
      corrected: Object.keys(changes) as ImportField[],
      isLeftOut: leftOut.value.has(at),
      isLocked: sent.has(at) || pending !== undefined,
    }
  })
  return withSharedFaults(found)
})

/** Adds what is wrong with rows that are read: codes that are the same or are taken, and days that cannot be. */
function withSharedFaults(found: Draft[]): Draft[] {
  const present = found.filter(({ isLeftOut }) => !isLeftOut)
  // A code that cannot be read equals no other.
  const rows = present.map(({ read, at }) => ({ ...read, code: read.code ?? `?${at}` }) as ImportRow)
  const shared = Map.groupBy(findImportFaults(rows, londonDay(new Date())), ({ row }) => row)
  present.forEach((draft, row) => {
    const { code, message } = refused.value.get(draft.at) ?? {}
    const own = [
      ...draft.faults,
      ...(shared.get(row) ?? []).map(({ field, message }) => ({ field, message })),
      ...(message !== undefined && code === draft.read.code ? [{ field: 'code' as const, message }] : []),
    ]
    draft.faults = draft.isLocked ? [] : own
    draft.corrected = [...new Set([...own.map(({ field }) => field), ...draft.corrected])]
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
  const today = londonDay(new Date())
  return included.value.filter(
    ({ read, isLocked }) => !isLocked && read.expiryDate && read.expiryDate < today,
  )
})
/** Whether something was corrected here that the file does not have. */
export const isChanged = computed(() => corrections.value.size > 0 || begun.value !== undefined)
export const isMatched = computed(
  () => columns.value.code !== undefined && columns.value.balance !== undefined,
)

/** The largest request, well below the endpoint's limit (characters of JSON: one may need three bytes). */
const SLICE_CHARACTERS = 500_000

/** Returns the first rows that fit into one request. */
function firstSlice(rows: readonly Draft[]): Draft[] {
  let characters = 0
  const end = rows.findIndex(({ texts }, at) => {
    characters += JSON.stringify(texts).length
    return at === IMPORT_SLICE_MAX || (at > 0 && characters > SLICE_CHARACTERS)
  })
  return rows.slice(0, end < 0 ? undefined : end)
}

/** Looks up the codes of all rows without other faults, and shows which ones are taken. Changes nothing. */
export async function checkCodes(): Promise<void> {
  if (!isMatched.value) return
  checks += 1
  const mine = checks
  const rows = included.value.filter(({ faults, isLocked }) => faults.length === 0 && !isLocked)
  checkProblem.value = ''
  try {
    for (let from = 0; from < rows.length;) {
      progress.value = { what: 'check', done: from, of: rows.length }
      const slice = firstSlice(rows.slice(from))
      const { faults } = await adminCall(importVouchersEndpoint, {
        importId: crypto.randomUUID(),
        from,
        rows: slice.map(({ texts }) => ({ code: '', ...texts })),
        isLast: false,
        dryRun: true,
      })
      if (mine !== checks) return
      showRefused(slice, faults)
      checked.value = new Set([...checked.value, ...slice.map(({ read }) => read.code ?? '')])
      from += slice.length
    }
  } catch (error) {
    if (mine !== checks) return
    checkProblem.value = errorMessage(error, 'We could not check the codes. Please press “Check again”.')
  }
  progress.value = undefined
}

function showRefused(slice: readonly Draft[], faults: readonly ImportFault[]): void {
  const known = new Map(refused.value)
  for (const { row, message } of faults) {
    const draft = slice[row]
    if (draft) known.set(draft.at, { code: draft.read.code, message })
  }
  refused.value = known
}

/** Whether the server has looked up every code as it is now. */
export const isChecked = computed(() =>
  included.value.every(({ read, isLocked }) => isLocked || checked.value.has(read.code ?? '')),
)

/**
 * Brings in all vouchers, unless one has a fault. If it stops half way, calling it again goes on from there, with the
 * same request if it is not known whether that one arrived.
 */
export async function bringIn(): Promise<void> {
  if (progress.value) return
  if (!begun.value) {
    if (!isChecked.value) await checkCodes()
    if (faulty.value.length > 0 || checkProblem.value !== '') return
    begun.value = { importId: crypto.randomUUID(), sent: new Set(), pence: 0, pending: undefined }
  }
  await runAction(sendAll, {
    done: ({ count, pence }) => ({
      title: 'Success',
      description: `${countWorth(count, pence)} been imported.`,
    }),
    failed: 'The import could not be finished. Please try again.',
  })
  progress.value = undefined
}

async function sendAll(): Promise<{ count: number; pence: Pence }> {
  for (;;) {
    const { importId, sent, pence, pending } = begun.value!
    const slice = pending ?? nextSlice(sent)
    progress.value = { what: 'import', done: sent.size, of: included.value.length }
    const { sum } = await send(importId, slice)
    const after = { sent: new Set([...sent, ...slice.at]), pence: pence + (parsePence(sum) ?? 0) }
    if (slice.body.isLast) {
      startOver()
      result.value = { importId, count: after.sent.size, pence: after.pence }
      return result.value
    }
    begun.value = { importId, ...after, pending: undefined }
  }
}

function nextSlice(sent: ReadonlySet<number>): Slice {
  const rest = included.value.filter(({ at }) => !sent.has(at))
  const rows = firstSlice(rest)
  return {
    at: rows.map(({ at }) => at),
    body: {
      from: sent.size,
      rows: rows.map(({ texts }) => texts),
      isLast: rows.length === rest.length,
      holderEmails: holderEmails.value,
    },
  }
}

/** Sends a slice. Remembers it if nobody knows whether it arrived, and shows the faults if it was refused. */
async function send(importId: string, { at, body }: Slice) {
  try {
    const rows = body.rows.map((texts) => ({ code: '', ...texts }))
    return await adminCall(importVouchersEndpoint, { importId, ...body, rows })
  } catch (error) {
    const { sent } = begun.value!
    begun.value = { ...begun.value!, pending: isUndecided(error) ? { at, body } : undefined }
    const faults = Object.entries(fieldErrorsOf(error)).flatMap(([path, message]) => {
      const [, row, field] = /^rows\.(\d+)\.(\w+)$/.exec(path) ?? []
      return row === undefined ? [] : [{ row: Number(row), field: field as ImportField, message }]
    })
    showRefused(
      at.map((one) => drafts.value[one]!),
      faults,
    )
    // Nothing was imported, so that everything may be changed again.
    if (sent.size === 0 && !isUndecided(error)) begun.value = undefined
    throw error
  }
}
