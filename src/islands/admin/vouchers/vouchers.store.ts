import {
  type AdminVoucher,
  adminVoucherEndpoint,
  adminVouchersEndpoint,
  findVoucherEndpoint,
  type VoucherDetail,
  type VoucherEntry,
  type voucherFilters,
} from '#contract/admin-vouchers'
import { isGeneratedCode, readVoucherCode } from '#contract/voucher-code'
import { adminStatsEndpoint } from '#contract/reports'
import { signal } from '@preact/signals-react'
import { ApiError, isUndecided } from '../../../lib/api.ts'
import { pounds } from '../shared/format.ts'
import { createPagedList, type ListQuery } from '../shared/paged-list.store.ts'
import { adminCall, adminCallPage } from '../admin-api.ts'
import { createDetail } from '../shared/detail.store.ts'
import type { BodyInput, Endpoint, Reply } from '#contract/endpoint'
import { showToast } from '../../../ui/toast.ts'
import { toActionError } from '../shared/error-message.ts'
import type { ActionError } from '../../../ui/FormDialog.tsx'

interface Filters {
  status: (typeof voucherFilters)[number] | ''
}

export const list = createPagedList<AdminVoucher, { status: Filters['status'] }>(loadPage, { status: '' })

/** Looks up a typed code in the body of a request, because a query string would be stored in logs. */
async function loadPage(query: ListQuery<Filters>) {
  const code = query.search === undefined ? undefined : codeIn(query.search)
  if (code === undefined) return await adminCallPage(adminVouchersEndpoint, undefined, { query })
  const found = await findByCode(code)
  if (found || isMostlyCode(code)) return { reply: found ? [found] : [], next: undefined }
  return await adminCallPage(adminVouchersEndpoint, undefined, { query })
}

async function findByCode(code: string): Promise<AdminVoucher | undefined> {
  try {
    return (await adminCall(findVoucherEndpoint, { code })).voucher
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  }
}

/** A code without spaces, or in groups of four. */
const CODE_PATTERN = /^[0-9a-z-]+$|^[0-9a-z]{4}([ -][0-9a-z]{4})* ?[0-9a-z]{0,4}$/i

/** Returns the search text as a code if it looks like one: at least 6 characters, with a digit or all in capitals. */
export function codeIn(text: string): string | undefined {
  const code = readVoucherCode(text)
  if (!CODE_PATTERN.test(text.trim()) || !/^[0-9A-Z]{6,32}$/.test(code)) return undefined
  return /\d/.test(code) || text === text.toUpperCase() ? code : undefined
}

/** Returns whether it is a generated code, or so much of one that the rest could be guessed. */
const isMostlyCode = (code: string) => isGeneratedCode(code) || (code.length >= 12 && /\d/.test(code))

/** "37 active, £2,915.00 total value"; '' until it is loaded. */
export const figures = signal('')

export async function loadFigures(): Promise<void> {
  try {
    const { activeVouchers, totalVoucherValue } = await adminCall(adminStatsEndpoint, undefined)
    figures.value = `${activeVouchers} active, ${pounds(totalVoucherValue)} total value`
  } catch {
    // The tab works without its figures.
  }
}

type VoucherDialog =
  | { name: 'generate' }
  | { name: 'adjust' | 'refund' | 'resend' | 'extend'; voucher: AdminVoucher }
  | { name: 'undo'; voucher: AdminVoucher; entry: VoucherEntry }

export const openDialog = signal<VoucherDialog | undefined>(undefined)

export const closeDialog = (): void => void (openDialog.value = undefined)

/** The open voucher. */
export const detail = createDetail<VoucherDetail>((id) =>
  adminCall(adminVoucherEndpoint, undefined, { params: { id } }),
)

/** Reloads the list, its figures and the open item. */
export async function refreshAll(): Promise<void> {
  await Promise.all([list.refresh(), loadFigures(), detail.refresh()])
}

/** Updates everything that shows the voucher after a change. */
function setDetail({ voucher, entries }: VoucherDetail): void {
  detail.setDetail(voucher.id, { voucher, entries })
  void list.refresh()
  void loadFigures()
}

/** Toast texts. */
interface ChangeMessages {
  done: string
  failed: string
}

/** Never say "failed" while the result is unknown: the owner would take the money twice. */
const UNDECIDED = 'We cannot tell whether this was done.'

type ChangeResult<E extends Endpoint> =
  { reply: Reply<E>; failure?: never } | { failure: ActionError; reply?: never }

/** Sends a change of a voucher, updates what shows it and notifies. */
export async function changeVoucher<E extends Endpoint>(
  endpoint: E,
  id: string,
  body: BodyInput<E>,
  messages: ChangeMessages,
): Promise<ChangeResult<E>> {
  try {
    const reply = await adminCall(endpoint, body, { params: { id } })
    setDetail(reply as VoucherDetail)
    showToast({ title: 'Success', description: messages.done })
    return { reply }
  } catch (error) {
    const undecided = isUndecided(error)
    showToast({
      title: 'Error',
      description: undecided ? UNDECIDED : messages.failed,
      variant: 'destructive',
    })
    // The voucher was changed elsewhere.
    if (error instanceof ApiError && error.status === 409) void refreshAll()
    if (undecided) return { failure: { message: `${UNDECIDED} Please try again.` } }
    return { failure: toActionError(error, `${messages.failed}. Please try again.`) }
  }
}
