import { computed, signal } from '@preact/signals-react'
import { type Pence, shortPounds } from '#contract/money'
import { VoucherAmountSchema, VoucherDetailsSchema } from '#contract/vouchers'
import { getDotPath, safeParse } from 'valibot'
import { clearError } from '../checkout/notifications.ts'

export type DetailName = 'buyerName' | 'buyerEmail' | 'recipientName' | 'recipientEmail' | 'personalMessage'
/** A preset in pounds, or a custom amount. */
export type Choice = number | 'custom' | undefined

const NO_DETAILS: Record<DetailName, string> = {
  buyerName: '',
  buyerEmail: '',
  recipientName: '',
  recipientEmail: '',
  personalMessage: '',
}

export const choice = signal<Choice>(undefined)
export const customAmount = signal('')
export const details = signal(NO_DETAILS)
export const errors = signal<Partial<Record<DetailName | 'originalAmount', string>>>({})

/** The amount as it is sent to the server. */
export const amountText = computed(() =>
  choice.value === 'custom' ? customAmount.value : String(choice.value ?? ''),
)
/** The chosen amount, if it is valid. */
export const pence = computed<Pence | undefined>(() => {
  const parsed = safeParse(VoucherAmountSchema, amountText.value)
  return parsed.success ? parsed.output : undefined
})
/** The amount on the voucher card, such as £50. */
export const cardAmount = computed(() => (pence.value === undefined ? undefined : shortPounds(pence.value)))
export const canPurchase = computed(() => amountText.value !== '')
/** The request body of the payment. */
export const order = computed(() => ({
  amount: amountText.value,
  voucherData: { ...details.value, originalAmount: amountText.value },
}))
export const isBlank = computed(
  () =>
    choice.value === undefined &&
    customAmount.value === '' &&
    Object.values(details.value).every((text) => text === ''),
)

export function chooseAmount(amount: number | 'custom'): void {
  if (choice.value === amount) return
  choice.value = amount
  clearFieldError('originalAmount')
}

export function typeCustomAmount(text: string): void {
  customAmount.value = text
  choice.value = 'custom'
  clearFieldError('originalAmount')
}

export function typeDetail(name: DetailName, text: string): void {
  details.value = { ...details.value, [name]: text }
  clearFieldError(name)
}

/** Also takes the toast back: its cause is being corrected. */
function clearFieldError(name: keyof typeof errors.value): void {
  clearError()
  errors.value = { ...errors.value, [name]: undefined }
}

export function clearForm(): void {
  choice.value = undefined
  customAmount.value = ''
  details.value = NO_DETAILS
  errors.value = {}
}

/** Returns whether the amount is valid; if not, sets its error. */
export function checkAmount(): boolean {
  const parsed = safeParse(VoucherAmountSchema, amountText.value)
  if (!parsed.success) errors.value = { originalAmount: parsed.issues[0].message }
  return parsed.success
}

export function checkDetails(): boolean {
  const parsed = safeParse(VoucherDetailsSchema, details.value)
  const found: Record<string, string> = {}
  for (const issue of parsed.issues ?? []) found[getDotPath(issue) ?? ''] ??= issue.message
  errors.value = found
  return parsed.success
}

/** Shows the server's error messages at their fields. */
export function showServerErrors(fields: Record<string, string>): void {
  errors.value = Object.fromEntries(
    Object.entries(fields).map(([path, message]) => [path.replace(/^voucherData\./, ''), message]),
  )
}
