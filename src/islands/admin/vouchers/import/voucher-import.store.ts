import { computed, signal } from '@preact/signals-react'
import { getDotPath, safeParse } from 'valibot'
import type { BodyInput } from '#contract/endpoint.ts'
import { parsePence, type Pence } from '#contract/money.ts'
import { londonDay } from '#contract/send-date.ts'
import { withCommas } from '#contract/text.ts'
import {
  findImportFaults,
  IMPORT_ROWS_MAX,
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
    draft.faults = own
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
  return included.value.filter(({ read }) => read.expiryDate && read.expiryDate < today)
})
/** Whether something was corrected here that the file does not have. */
export const isChanged = computed(() => corrections.value.size > 0 || pending.value !== undefined)
export const isMatched = computed(
  () => columns.value.code !== undefined && columns.value.balance !== undefined,
)

const rowsOf = (drafts: readonly Draft[]) => drafts.map(({ texts }) => ({ code: '', ...texts }))

/** Looks up the codes of all rows without other faults, and shows which ones are taken. Changes nothing. */
export async function checkCodes(): Promise<void> {
  checks += 1
  const mine = checks
  const asked = included.value.filter(({ faults }) => faults.length === 0)
  checkProblem.value = ''
  if (!isMatched.value || asked.length === 0) return
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

/** Brings in all vouchers, unless one has a fault. If it is not known whether the request arrived, it is sent again. */
export async function bringIn(): Promise<void> {
  if (progress.value) return
  if (!pending.value) {
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
