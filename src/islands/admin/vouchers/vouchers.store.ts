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
import { signal } from '@preact/signals-react'
import { ApiError } from '../../../lib/api.ts'
import type { ActionResult } from '../../../ui/FormDialog.tsx'
import { type ActionTexts, runAction } from '../shared/action.ts'
import { createList, type ListQuery } from '../shared/list.ts'
import { adminCall, adminCallPage } from '../admin-api.ts'
import { detailQuery, showDetail } from '../shared/server-data.ts'
import type { BodyInput, Endpoint, Reply } from '#contract/endpoint'

interface Filters {
  status: (typeof voucherFilters)[number] | ''
}

export const list = createList<AdminVoucher, { status: Filters['status'] }>('vouchers', loadPage, {
  status: '',
})

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

type VoucherDialog =
  | { name: 'generate' }
  | { name: 'adjust' | 'refund' | 'resend' | 'extend'; voucher: AdminVoucher }
  | { name: 'undo'; voucher: AdminVoucher; entry: VoucherEntry }

export const openDialog = signal<VoucherDialog | undefined>(undefined)

export const closeDialog = (): void => void (openDialog.value = undefined)

export const voucherQuery = (id: string) =>
  detailQuery('vouchers', id, () => adminCall(adminVoucherEndpoint, undefined, { params: { id } }))

/** Sends a change of a voucher and shows its reply. `done` and `failed` are the texts of the toasts. */
export const changeVoucher = <E extends Endpoint>(
  endpoint: E,
  id: string,
  body: BodyInput<E>,
  done: ActionTexts<Reply<E>>['done'],
  failed: string,
): Promise<ActionResult> =>
  runAction(
    async () => {
      const reply = await adminCall(endpoint, body, { params: { id } })
      showDetail(voucherQuery(id).queryKey, reply as VoucherDetail)
      return reply
    },
    { done, failed: `${failed}. Please try again.`, failedToast: failed },
  )
