import { computed, signal } from '@preact/signals-react'
import { queryOptions } from '@tanstack/react-query'
import { safeParse } from 'valibot'
import { formatPounds, parsePence } from '#contract/base/money.ts'
import {
  adminVoucherEndpoint,
  findVoucherEndpoint,
  VoucherCodeSchema,
  type AdminVoucher,
} from '#contract/vouchers/admin-vouchers.ts'
import {
  redeemVoucherEndpoint,
  RedemptionSchema,
  undoVoucherEntryEndpoint,
} from '#contract/vouchers/change-balance.ts'
import { adminCall } from '#islands/admin/admin-api.ts'
import { goBack, goTo, REDEEM_ID, route } from '#islands/admin/router.ts'
import { toActionError } from '#islands/admin/shared/error-message.ts'
import { showDetail } from '#islands/admin/shared/server-data.ts'
import { changeVoucher } from '#islands/admin/vouchers/vouchers.store.ts'
import { createForm } from '#lib/form.ts'
import { createIdempotencyKey } from '#lib/idempotency-key.ts'
import type { ActionResult } from '#ui/FormDialog.tsx'
import { showToast } from '#ui/toast.ts'

export const code = signal('')
/** Why the typed text is not a code. */
export const codeError = signal<string | undefined>(undefined)
interface LookedUp {
  code: string
  /** Of a voucher that was chosen, of whose code only the end may be known. */
  id?: string | undefined
}

/** The submitted code or voucher; undefined while a code is typed. Each submission sends a new request. */
const submitted = signal<(LookedUp & { attempt: number }) | undefined>(undefined)
let attempts = 0

export const form = createForm(RedemptionSchema, { amount: '', description: '' })
/** Whether the holder is emailed what is left; undefined until it is chosen here: as the last time. */
export const tellHolder = signal<boolean | undefined>(undefined)
/** Set while a redemption or its reversal is under way. The page keeps its voucher until the response is shown beside it. */
export const isRedeeming = signal(false)
/** Id of the voucher on the page. */
export const redeemedId = signal<string | undefined>(undefined)
export const errorMessage = signal('')
/** Set after a redemption, until the next voucher; it can be undone. */
export const lastRedemption = signal<{ entryId: string; amount: string } | undefined>(undefined)

let keyFor = createIdempotencyKey()
let isCodeTyped = false

/** The voucher of the code. The code is part of its key, so a late response never shows beside another code. */
export const foundQuery = computed(() => {
  const { code: lookedUp, id, attempt } = submitted.value ?? { code: '', attempt: 0 }
  return queryOptions({
    queryKey: ['vouchers', 'by-code', id ?? lookedUp, attempt],
    queryFn: () =>
      id === undefined
        ? adminCall(findVoucherEndpoint, { code: lookedUp })
        : adminCall(adminVoucherEndpoint, undefined, { params: { id } }),
    enabled: lookedUp !== '',
    gcTime: 0,
  })
})

/** Looks this up, or nothing, with an empty form. Not while the voucher on the page is being changed. */
function start(lookedUp: LookedUp | undefined): void {
  if (isRedeeming.value) return
  attempts += 1
  submitted.value = lookedUp && { ...lookedUp, attempt: attempts }
  resetForm()
}

function resetForm(): void {
  codeError.value = undefined
  form.reset()
  tellHolder.value = undefined
  errorMessage.value = ''
  lastRedemption.value = undefined
  keyFor = createIdempotencyKey()
}

export function setCode(text: string): void {
  if (isRedeeming.value) return
  isCodeTyped = text !== ''
  code.value = text
  start(undefined)
}

export const clearRedeemPage = (): void => setCode('')

/** Opens the redeem page for a voucher. */
export function startRedeeming({ id, voucherCode }: AdminVoucher): void {
  if (isRedeeming.value) {
    const description = 'The last voucher is still being saved. Please try again in a moment.'
    return showToast({ title: 'One moment', description })
  }
  code.value = voucherCode
  isCodeTyped = false
  start({ code: voucherCode, id: voucherCode.startsWith('…') ? id : undefined })
  goTo('vouchers', REDEEM_ID)
}

/** Looks up the typed code. Returns whether it is a code. */
export function submitCode(): boolean {
  const { success, output, issues } = safeParse(VoucherCodeSchema, code.value)
  start(success ? { code: output } : undefined)
  if (!success) codeError.value = issues[0].message
  return success
}

/** Returns the message of a failed look-up. */
export function lookUpMessage(error: Error): string {
  const { message, fields } = toActionError(error, 'We could not look up the voucher. Please try again.')
  return fields['code'] ?? message
}

/** Returns the balance after the redemption, or undefined if the amount cannot be redeemed. */
export function balanceAfter({ currentBalance }: AdminVoucher): string | undefined {
  const balance = parsePence(currentBalance)
  const amount = parsePence(form.values.value.amount)
  if (balance === undefined || amount === undefined || amount <= 0 || amount > balance) return undefined
  return formatPounds(balance - amount)
}

/** Returns how much more is typed than is left on the voucher (pence); 0 if it is not more. */
export function missingPence({ currentBalance }: AdminVoucher): number {
  const amount = parsePence(form.values.value.amount) ?? 0
  return Math.max(0, amount - (parsePence(currentBalance) ?? 0))
}

/** Leaves the page, unless that would lose what was typed. */
export function leaveRedeemPage(): void {
  const { amount, description } = form.values.value
  if (lastRedemption.value || !(isCodeTyped || amount || description)) goBack()
}

/** Redeems the amount. Returns whether it succeeded. */
export async function redeem(voucher: AdminVoucher): Promise<boolean> {
  const { id, currentBalance } = voucher
  if (!form.validate()) return false
  if (missingPence(voucher) > 0) {
    form.showErrors({ amount: `There is only £${currentBalance} left on this voucher` })
    return false
  }
  const input = form.values.value
  // The same use, whether the holder is told or not: sent again, it is not taken off twice.
  const body = { ...input, tellHolder: tellHolder.value, requestId: keyFor(input) }
  return change(() =>
    changeVoucher(redeemVoucherEndpoint, id, body, {
      done({ entry, ...detail }) {
        showDetail(foundQuery.value.queryKey, detail)
        lastRedemption.value = { entryId: entry.id, amount: entry.amount.replace('-', '') }
        finish()
        return { title: 'Success', description: 'Voucher redeemed successfully!' }
      },
      failed: 'We could not redeem the voucher. Please try again.',
      failedToast: 'Failed to redeem voucher',
    }),
  )
}

/** Reverses the last redemption. */
export async function undoRedemption({ id }: AdminVoucher): Promise<void> {
  const entryId = lastRedemption.value?.entryId
  if (entryId === undefined) return
  const body = { entryId, requestId: keyFor(entryId) }
  await change(() =>
    changeVoucher(undoVoucherEntryEndpoint, id, body, {
      done(detail) {
        showDetail(foundQuery.value.queryKey, detail)
        resetForm()
        finish()
        return { title: 'Success', description: 'The entry has been undone.' }
      },
      failed: 'We could not undo the entry. Please try again.',
    }),
  )
}

/** Frees the page for another voucher, before everything is reloaded. Clears it if it was left meanwhile. */
function finish(): void {
  isRedeeming.value = false
  if (route.value.id !== REDEEM_ID) clearRedeemPage()
}

/** Runs one action at a time, which calls `finish` on success, and shows its errors. Returns whether it succeeded. */
async function change(action: () => Promise<ActionResult>): Promise<boolean> {
  if (isRedeeming.value) return false
  isRedeeming.value = true
  errorMessage.value = ''
  const error = await action()
  if (!error) return true
  isRedeeming.value = false
  form.showErrors(error.fields ?? {})
  errorMessage.value = error.message
  return false
}
