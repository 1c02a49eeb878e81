import {
  adminVouchersEndpoint,
  findVoucherEndpoint,
  type AdminVoucher,
  type voucherFilters,
} from '#contract/admin-vouchers'
import { isGeneratedCode, readVoucherCode } from '#contract/voucher-code'
import { adminStatsEndpoint } from '#contract/reports'
import { signal } from '@preact/signals-react'
import { ApiError } from '../../../lib/api.ts'
import { pounds } from '../shared/format.ts'
import { type ListQuery, createPagedList } from '../shared/paged-list.store.ts'
import { adminCall, adminCallPage } from '../admin-api.ts'

interface Filters {
  status: (typeof voucherFilters)[number] | ''
}

export const list = createPagedList<AdminVoucher, { status: Filters['status'] }>(loadPage, { status: '' })

/** A code never stands in an address, where it would be kept in logs: whoever types one is answered another way. */
async function loadPage(asked: ListQuery<Filters>) {
  const code = asked.search === undefined ? undefined : codeIn(asked.search)
  if (code === undefined) return await adminCallPage(adminVouchersEndpoint, undefined, { query: asked })
  const found = await findByCode(code)
  if (found || isMostlyCode(code)) return { reply: found ? [found] : [], next: undefined }
  return await adminCallPage(adminVouchersEndpoint, undefined, { query: asked })
}

async function findByCode(code: string): Promise<AdminVoucher | undefined> {
  try {
    return (await adminCall(findVoucherEndpoint, { code })).voucher
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  }
}

/** In one piece, or in groups of four as we write it. */
const CODE_PATTERN = /^[0-9a-z-]+$|^[0-9a-z]{4}([ -][0-9a-z]{4})* ?[0-9a-z]{0,4}$/i

/** What looks like a code: long enough, and with a digit or in capitals, as names and addresses are not. */
export function codeIn(text: string): string | undefined {
  const code = readVoucherCode(text)
  if (!CODE_PATTERN.test(text.trim()) || !/^[0-9A-Z]{6,32}$/.test(code)) return undefined
  return /\d/.test(code) || text === text.toUpperCase() ? code : undefined
}

/** So much of a generated code that the rest could be guessed. */
const isMostlyCode = (code: string) => isGeneratedCode(code) || (code.length >= 12 && /\d/.test(code))

/** "37 active, £2,915.00 total value"; nothing until it is known. */
export const figures = signal('')

export async function loadFigures(): Promise<void> {
  try {
    const { activeVouchers, totalVoucherValue } = await adminCall(adminStatsEndpoint, undefined)
    figures.value = `${activeVouchers} active, ${pounds(totalVoucherValue)} total value`
  } catch {
    // The list says what it has to say without them.
  }
}
