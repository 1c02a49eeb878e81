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
import { changeVoucher } from './change.ts'
import { toFailure } from '../shared/error-message.ts'
import { createIdempotencyKey } from '../../../lib/idempotency-key.ts'

/** Where the desk is: `#vouchers/redeem`. */
export const REDEEM_ID = 'redeem'

export const code = signal('')
export const codeError = signal<string | undefined>(undefined)
export const isLooking = signal(false)
/** The voucher whose code it is. */
export const found = signal<VoucherDetail | undefined>(undefined)

export const form = createForm(RedemptionSchema, { amount: '', description: '' })
export const isRedeeming = signal(false)
export const errorMessage = signal('')
/** What has just been taken off; it can be undone. */
export const lastRedemption = signal<{ entryId: string; amount: string } | undefined>(undefined)

let keyFor = createIdempotencyKey()

/** Back to an empty desk. */
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

/** From the voucher itself, whose code nobody need type. */
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

/** Looks the code up. Tells whether there is a voucher. */
export async function findVoucher(): Promise<boolean> {
  const input = code.value
  const checked = safeParse(VoucherCodeSchema, input)
  if (!checked.success) return rejectCode(checked.issues[0].message)
  isLooking.value = true
  try {
    const detail = await adminCall(findVoucherEndpoint, { code: input })
    if (code.value !== input) return false
    code.value = detail.voucher.voucherCode
    codeError.value = undefined
    setFound(detail)
    return true
  } catch (error) {
    const { message: sentence, fields } = toFailure(
      error,
      'The voucher could not be looked up. Please try again.',
    )
    return rejectCode(fields['code'] ?? sentence)
  } finally {
    isLooking.value = false
  }
}

function rejectCode(sentence: string): false {
  codeError.value = sentence
  setFound(undefined)
  return false
}

/** What would be left, where the amount can be taken off. */
export function balanceAfter(): string | undefined {
  const balance = parsePence(found.value?.voucher.currentBalance ?? '')
  const amount = parsePence(form.values.value.amount)
  if (balance === undefined || amount === undefined || amount <= 0 || amount > balance) return undefined
  return formatPounds(balance - amount)
}

/** Takes the amount off. Tells whether it has. */
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
    form.showErrors(result.failure.fields)
    errorMessage.value = result.failure.message
    void reloadFound(detail.voucher.id)
    return false
  }
  const { entry, voucher, entries } = result.reply
  setFound({ voucher, entries })
  lastRedemption.value = { entryId: entry.id, amount: entry.amount.replace('-', '') }
  return true
}

/** It may no longer be as it is shown; what was typed stays. */
async function reloadFound(id: string): Promise<void> {
  try {
    const now = await adminCall(adminVoucherEndpoint, undefined, { params: { id } })
    if (found.value?.voucher.id === id) found.value = now
  } catch {
    // What went wrong has been said already.
  }
}

/** Puts back what was just taken off. */
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
