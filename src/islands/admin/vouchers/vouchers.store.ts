import { signal } from '@preact/signals-react'
import { queryOptions } from '@tanstack/react-query'
import type { BodyInput, Endpoint, Reply } from '#contract/base/endpoint.ts'
import { parsePence } from '#contract/base/money.ts'
import {
  adminVoucherEndpoint,
  adminVouchersEndpoint,
  voucherFilters,
  voucherOrders,
  type AdminVoucher,
  type VoucherDetail,
  type VoucherEntry,
} from '#contract/vouchers/admin-vouchers.ts'
import {
  complimentaryValueEndpoint,
  describeComplimentaryValue,
} from '#contract/vouchers/complimentary-value.ts'
import { reissueVoucherEndpoint, resendVoucherEndpoint } from '#contract/vouchers/voucher-changes.ts'
import { takeBackImportEndpoint } from '#contract/vouchers/voucher-import.ts'
import { adminCall, adminCallPage } from '#islands/admin/admin-api.ts'
import { goTo, IMPORT_ID, route } from '#islands/admin/router.ts'
import { runAction, type ActionTexts } from '#islands/admin/shared/action.ts'
import { createList, type ListQuery } from '#islands/admin/shared/list.ts'
import { detailQuery, showDetail } from '#islands/admin/shared/server-data.ts'
import { searchByCode } from '#islands/admin/vouchers/search-by-code.ts'
import { countWorth, plannedDay } from '#islands/admin/vouchers/voucher-labels.ts'
import { sendTime } from '#islands/checkout/voucher-facts.ts'
import type { ActionResult } from '#ui/FormDialog.tsx'

interface Filters {
  status: (typeof voucherFilters)[number] | ''
  order: (typeof voucherOrders)[number] | ''
  from: string
  to: string
}

export const list = createList<AdminVoucher, { [Name in keyof Filters]: Filters[Name] }>(
  'vouchers',
  loadPage,
  { status: '', order: '', from: '', to: '' },
  {
    choices: { status: ['', ...voucherFilters], order: voucherOrders },
    usualOrder: ({ status }) => (status === 'expiring' ? 'soonest' : 'newest'),
  },
)

async function loadPage(query: ListQuery<Filters>) {
  const found = query.search === undefined ? undefined : await searchByCode(query.search)
  return found
    ? { reply: found, next: undefined }
    : await adminCallPage(adminVouchersEndpoint, undefined, { query })
}

type VoucherDialog =
  | { name: 'generate' }
  | { name: 'adjust' | 'refund' | 'extend'; voucher: AdminVoucher }
  | { name: 'send'; voucher: AdminVoucher; newCode: boolean }
  | { name: 'take-back'; importId: string }
  | { name: 'undo'; voucher: AdminVoucher; entry: VoucherEntry }

export const openDialog = signal<VoucherDialog | undefined>(undefined)

// A dialog belongs to the page over which it was opened, which Back may leave.
route.subscribe(() => void (openDialog.value = undefined))

/** Id of the import that was taken back last. */
export const takenBack = signal<string | undefined>(undefined)

/** Id of the voucher that is printed as soon as it is shown. */
const awaitingPrint = signal<string | undefined>(undefined)

export const printVoucher = ({ id }: AdminVoucher): void => void (awaitingPrint.value = id)

/** Returns once whether the voucher that is shown is to be printed. Not while a dialog lies over it. */
export function takePrint(id: string): boolean {
  const awaited = awaitingPrint.value
  if (awaited === undefined || openDialog.value) return false
  awaitingPrint.value = undefined
  return awaited === id
}

/** Closes this dialog, and no other one that was opened while its request was under way. */
export function closeDialog(dialog: VoucherDialog): void {
  if (openDialog.value === dialog) openDialog.value = undefined
}

export const voucherQuery = (id: string) =>
  detailQuery('vouchers', id, () => adminCall(adminVoucherEndpoint, undefined, { params: { id } }))

/** Says what is left of the day's complimentary value; loaded each time that a dialog shows it. */
export const complimentaryQuery = queryOptions({
  queryKey: ['complimentary-value'],
  queryFn: async () =>
    `${describeComplimentaryValue(await adminCall(complimentaryValueEndpoint, undefined))}.`,
  gcTime: 0,
})

/** Sends a change of a voucher and shows its reply. */
export const changeVoucher = <E extends Endpoint>(
  endpoint: E,
  id: string,
  body: BodyInput<E>,
  texts: ActionTexts<Reply<E>>,
): Promise<ActionResult> =>
  runAction(async () => {
    const reply = await adminCall(endpoint, body, { params: { id } })
    const detail = reply as VoucherDetail
    showDetail(voucherQuery(id).queryKey, detail)
    list.changed.value = detail.voucher
    return reply
  }, texts)

/** Takes a whole import back, and leaves the voucher that is open: it is one of them. */
export function takeBackImport(importId: string): Promise<ActionResult> {
  return runAction(() => adminCall(takeBackImportEndpoint, undefined, { params: { importId } }), {
    done({ count, sum }) {
      takenBack.value = importId
      if (route.value.id !== IMPORT_ID) goTo('vouchers')
      return {
        title: 'Success',
        description: `${countWorth(count, parsePence(sum) ?? 0)} been cancelled. You can import the codes again.`,
      }
    },
    failed: 'We could not undo the import. Please try again.',
  })
}

/** Sends a voucher again with the same code. */
export const resendVoucher = (
  voucher: AdminVoucher,
  body: BodyInput<typeof resendVoucherEndpoint>,
): Promise<ActionResult> =>
  changeVoucher(resendVoucherEndpoint, voucher.id, body, {
    done: (reply) => ({ title: 'Success', description: describeResent(reply.voucher, voucher) }),
    failed: 'We could not send the voucher. Please try again.',
  })

function describeResent(voucher: AdminVoucher, before: AdminVoucher): string {
  const day = plannedDay(voucher)
  if (day !== undefined) return `The voucher will be emailed on ${sendTime(day)}.`
  return before.deliverTo === 'print' ? 'The voucher is on its way.' : 'The voucher is on its way again.'
}

/** Gives a voucher a new code, and prints it if it goes to no address. */
export const reissueVoucher = (
  voucher: AdminVoucher,
  body: BodyInput<typeof reissueVoucherEndpoint>,
  address: string | undefined,
): Promise<ActionResult> =>
  changeVoucher(reissueVoucherEndpoint, voucher.id, body, {
    done() {
      if (address === undefined) printVoucher(voucher)
      return {
        title: 'Success',
        description:
          address === undefined
            ? 'The voucher has a new code and is ready to print.'
            : `The voucher has a new code, and it is on its way to ${address}.`,
      }
    },
    failed: 'We could not reissue the voucher. Please try again.',
  })
