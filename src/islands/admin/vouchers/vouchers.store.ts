import { signal } from '@preact/signals-react'
import { queryOptions } from '@tanstack/react-query'
import {
  adminVoucherEndpoint,
  adminVouchersEndpoint,
  type AdminVoucher,
  type VoucherDetail,
  type VoucherEntry,
  type voucherFilters,
} from '#contract/admin-vouchers.ts'
import type { BodyInput, Endpoint, Reply } from '#contract/endpoint.ts'
import {
  complimentaryValueEndpoint,
  describeComplimentaryValue,
  resendVoucherEndpoint,
} from '#contract/voucher-changes.ts'
import { adminCall, adminCallPage } from '#islands/admin/admin-api.ts'
import { runAction, type ActionTexts } from '#islands/admin/shared/action.ts'
import { createList, type ListQuery } from '#islands/admin/shared/list.ts'
import { detailQuery, showDetail } from '#islands/admin/shared/server-data.ts'
import { searchByCode } from '#islands/admin/vouchers/search-by-code.ts'
import { plannedDay } from '#islands/admin/vouchers/voucher-labels.ts'
import { sendTime } from '#islands/checkout/voucher-facts.ts'
import type { ActionResult } from '#ui/FormDialog.tsx'

interface Filters {
  status: (typeof voucherFilters)[number] | ''
}

export const list = createList<AdminVoucher, { status: Filters['status'] }>('vouchers', loadPage, {
  status: '',
})

async function loadPage(query: ListQuery<Filters>) {
  const found = query.search === undefined ? undefined : await searchByCode(query.search)
  return found
    ? { reply: found, next: undefined }
    : await adminCallPage(adminVouchersEndpoint, undefined, { query })
}

type VoucherDialog =
  | { name: 'generate' }
  | { name: 'adjust' | 'refund' | 'resend' | 'extend'; voucher: AdminVoucher }
  /** `typed`: the address that was typed before, in the dialog to send it again. */
  | { name: 'reissue'; voucher: AdminVoucher; typed?: string | undefined }
  | { name: 'undo'; voucher: AdminVoucher; entry: VoucherEntry }

export const openDialog = signal<VoucherDialog | undefined>(undefined)

export const closeDialog = (): void => void (openDialog.value = undefined)

export const voucherQuery = (id: string) =>
  detailQuery('vouchers', id, () => adminCall(adminVoucherEndpoint, undefined, { params: { id } }))

/** Says what is left of the day's complimentary value; loaded each time that a dialog shows it. */
export const complimentaryQuery = queryOptions({
  queryKey: ['complimentary-value'],
  queryFn: async () =>
    `${describeComplimentaryValue(await adminCall(complimentaryValueEndpoint, undefined))}.`,
  gcTime: 0,
})

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

/**
 * Sends a voucher again. If it had already been sent, so that another address needs a new code, offers to reissue it to
 * the address that was typed.
 */
export async function resendVoucher(
  voucher: AdminVoucher,
  body: BodyInput<typeof resendVoucherEndpoint>,
): Promise<ActionResult> {
  const error = await changeVoucher(
    resendVoucherEndpoint,
    voucher.id,
    body,
    (reply) => ({ title: 'Success', description: describeResent(reply.voucher) }),
    'Failed to send the voucher',
  )
  if (error?.code === 'already_sent')
    openDialog.value = { name: 'reissue', voucher, typed: body.recipientEmail }
  return error
}

function describeResent(voucher: AdminVoucher): string {
  const day = plannedDay(voucher)
  return day === undefined
    ? 'The voucher is on its way again.'
    : `The voucher will be emailed on ${sendTime(day)}.`
}
