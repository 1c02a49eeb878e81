import { signal } from '@preact/signals-react'
import {
  adminVoucherEndpoint,
  findVoucherEndpoint,
  VoucherCodeSchema,
  type VoucherDetail,
} from '#contract/admin-vouchers'
import { formatPounds, parsePence } from '#contract/money'
import { RedemptionSchema, redeemVoucherEndpoint, undoVoucherEntryEndpoint } from '#contract/voucher-changes'
import { safeParse } from 'valibot'
import { createForm } from '../../../lib/form.ts'
import { goTo } from '../router.ts'
import { adminCall } from '../admin-api.ts'
import { changeVoucher } from './vouchers.store.ts'
import { toActionError } from '../shared/error-message.ts'
import { createIdempotencyKey } from '../../../lib/idempotency-key.ts'

/** The route's id of the redeem page: `#vouchers/redeem`. */
export const REDEEM_ID = 'redeem'

export const code = signal('')
export const codeError = signal<string | undefined>(undefined)
export const isLooking = signal(false)
/** The voucher of the code. */
export const found = signal<VoucherDetail | undefined>(undefined)

export const form = createForm(RedemptionSchema, { amount: '', description: '' })
export const isRedeeming = signal(false)
export const errorMessage = signal('')
/** Set after a redemption, until the next voucher; it can be undone. */
export const lastRedemption = signal<{ entryId: string; amount: string } | undefined>(undefined)

let keyFor = createIdempotencyKey()

export function clearRedeemPage(): void {
  code.value = ''
  codeError.value = undefined
  setFound(undefined)
}

function setFound(detail: VoucherDetail | undefined): void {
  found.value = detail
  form.reset()
  errorMessage.value = ''
  lastRedemption.value = undefined
  keyFor = createIdempotencyKey()
}

/** Opens the redeem page for a voucher whose code is known. */
export function startRedeeming(detail: VoucherDetail): void {
  clearRedeemPage()
  code.value = detail.voucher.voucherCode
  setFound(detail)
  goTo('vouchers', REDEEM_ID)
}

export function setCode(text: string): void {
  code.value = text
  codeError.value = undefined
  if (found.value) setFound(undefined)
}

/** Looks the code up. Returns whether there is a voucher. */
export async function findVoucher(): Promise<boolean> {
  const input = code.value
  const checked = safeParse(VoucherCodeSchema, input)
  if (!checked.success) return rejectCode(checked.issues[0].message)
  isLooking.value = true
  const isOutdated = () => code.value !== input
  try {
    const detail = await adminCall(findVoucherEndpoint, { code: input })
    if (isOutdated()) return false
    code.value = detail.voucher.voucherCode
    codeError.value = undefined
    setFound(detail)
    return true
  } catch (error) {
    if (isOutdated()) return false
    const { message, fields } = toActionError(error, 'The voucher could not be looked up. Please try again.')
    return rejectCode(fields['code'] ?? message)
  } finally {
    if (!isOutdated()) isLooking.value = false
  }
}

function rejectCode(message: string): false {
  codeError.value = message
  setFound(undefined)
  return false
}

/** Returns the balance after the redemption, or undefined if the amount cannot be redeemed. */
export function balanceAfter(): string | undefined {
  const balance = parsePence(found.value?.voucher.currentBalance ?? '')
  const amount = parsePence(form.values.value.amount)
  if (balance === undefined || amount === undefined || amount <= 0 || amount > balance) return undefined
  return formatPounds(balance - amount)
}

/** Redeems the amount. Returns whether it succeeded. */
export async function redeem(): Promise<boolean> {
  const detail = found.value
  if (!detail || isRedeeming.value || !form.validate()) return false
  const input = form.values.value
  isRedeeming.value = true
  errorMessage.value = ''
  const body = { ...input, requestId: keyFor(input) }
  const result = await changeVoucher(redeemVoucherEndpoint, detail.voucher.id, body, {
    done: 'Voucher redeemed successfully!',
    failed: 'Failed to redeem voucher',
  })
  isRedeeming.value = false
  if (result.failure) {
    form.showErrors(result.failure.fields ?? {})
    errorMessage.value = result.failure.message
    void reloadFound(detail.voucher.id)
    return false
  }
  const { entry, voucher, entries } = result.reply
  setFound({ voucher, entries })
  lastRedemption.value = { entryId: entry.id, amount: entry.amount.replace('-', '') }
  return true
}

/** Reloads the voucher, which may have changed. Keeps the form's input. */
async function reloadFound(id: string): Promise<void> {
  try {
    const now = await adminCall(adminVoucherEndpoint, undefined, { params: { id } })
    if (found.value?.voucher.id === id) found.value = now
  } catch {
    // The first error is already shown.
  }
}

/** Reverses the last redemption. */
export async function undoRedemption(): Promise<void> {
  const [detail, entry] = [found.value, lastRedemption.value]
  if (!detail || !entry || isRedeeming.value) return
  isRedeeming.value = true
  const body = { entryId: entry.entryId, requestId: keyFor(entry.entryId) }
  const done = await changeVoucher(undoVoucherEntryEndpoint, detail.voucher.id, body, {
    done: 'The entry has been undone.',
    failed: 'Failed to undo the entry',
  })
  isRedeeming.value = false
  if (done.failure) errorMessage.value = done.failure.message
  else setFound({ voucher: done.reply.voucher, entries: done.reply.entries })
}
