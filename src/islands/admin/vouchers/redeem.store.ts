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
import { ask } from '../admin-api.ts'
import { change } from './change.ts'
import { failureOf } from '../shared/error-message.ts'
import { nameRequests } from '../../../lib/idempotency-key.ts'

/** Where the desk is: `#vouchers/redeem`. */
export const REDEEM = 'redeem'

export const code = signal('')
export const codeError = signal<string | undefined>(undefined)
export const finding = signal(false)
/** The voucher whose code it is. */
export const found = signal<VoucherDetail | undefined>(undefined)

export const form = createForm(RedemptionSchema, { amount: '', description: '' })
export const redeeming = signal(false)
export const failure = signal('')
/** What has just been taken off; it can be undone. */
export const taken = signal<{ entryId: string; amount: string } | undefined>(undefined)

let nameOf = nameRequests()

/** Back to an empty desk. */
export function clearDesk(): void {
  code.value = ''
  codeError.value = undefined
  showFound(undefined)
}

function showFound(detail: VoucherDetail | undefined): void {
  found.value = detail
  form.clear()
  failure.value = ''
  taken.value = undefined
  nameOf = nameRequests()
}

/** From the voucher itself, whose code nobody need type. */
export function startRedeeming(detail: VoucherDetail): void {
  clearDesk()
  code.value = detail.voucher.voucherCode
  showFound(detail)
  goTo('vouchers', REDEEM)
}

export function typeCode(text: string): void {
  code.value = text
  codeError.value = undefined
  if (found.value) showFound(undefined)
}

/** Looks the code up. Tells whether there is a voucher. */
export async function find(): Promise<boolean> {
  const typed = code.value
  const checked = safeParse(VoucherCodeSchema, typed)
  if (!checked.success) return wrongCode(checked.issues[0].message)
  finding.value = true
  try {
    const detail = await ask(findVoucherEndpoint, { code: typed })
    if (code.value !== typed) return false
    code.value = detail.voucher.voucherCode
    codeError.value = undefined
    showFound(detail)
    return true
  } catch (error) {
    const { sentence, fields } = failureOf(error, 'The voucher could not be looked up. Please try again.')
    return wrongCode(fields['code'] ?? sentence)
  } finally {
    finding.value = false
  }
}

function wrongCode(sentence: string): false {
  codeError.value = sentence
  showFound(undefined)
  return false
}

/** What would be left, where the amount can be taken off. */
export function leftAfter(): string | undefined {
  const balance = parsePence(found.value?.voucher.currentBalance ?? '')
  const amount = parsePence(form.values.value.amount)
  if (balance === undefined || amount === undefined || amount <= 0 || amount > balance) return undefined
  return formatPounds(balance - amount)
}

/** Takes the amount off. Tells whether it has. */
export async function redeem(): Promise<boolean> {
  const detail = found.value
  if (!detail || redeeming.value || !form.check()) return false
  const wanted = form.values.value
  redeeming.value = true
  failure.value = ''
  const body = { ...wanted, requestId: nameOf(wanted) }
  const done = await change(redeemVoucherEndpoint, detail.voucher.id, body, {
    done: 'Voucher redeemed successfully!',
    failed: 'Failed to redeem voucher',
  })
  redeeming.value = false
  if (done.failure) {
    form.showErrors(done.failure.fields)
    failure.value = done.failure.sentence
    void lookAgain(detail.voucher.id)
    return false
  }
  const { entry, voucher, entries } = done.reply
  showFound({ voucher, entries })
  taken.value = { entryId: entry.id, amount: entry.amount.replace('-', '') }
  return true
}

/** It may no longer be as it is shown; what was typed stays. */
async function lookAgain(id: string): Promise<void> {
  try {
    const now = await ask(adminVoucherEndpoint, undefined, { params: { id } })
    if (found.value?.voucher.id === id) found.value = now
  } catch {
    // What went wrong has been said already.
  }
}

/** Puts back what was just taken off. */
export async function undoTaken(): Promise<void> {
  const [detail, entry] = [found.value, taken.value]
  if (!detail || !entry || redeeming.value) return
  redeeming.value = true
  const body = { entryId: entry.entryId, requestId: nameOf(entry.entryId) }
  const done = await change(undoVoucherEntryEndpoint, detail.voucher.id, body, {
    done: 'The entry has been undone.',
    failed: 'Failed to undo the entry',
  })
  redeeming.value = false
  if (done.failure) failure.value = done.failure.sentence
  else showFound({ voucher: done.reply.voucher, entries: done.reply.entries })
}
