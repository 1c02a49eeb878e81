import { computed, signal } from '@preact/signals-react'
import { type Pence, shortPounds } from '#contract/money'
import { VoucherAmountSchema, VoucherDetailsSchema } from '#contract/vouchers'
import { getDotPath, safeParse } from 'valibot'

export type DetailName = 'buyerName' | 'buyerEmail' | 'recipientName' | 'recipientEmail' | 'personalMessage'
/** A preset in pounds, or the buyer's own. */
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

/** What was typed or chosen, as the server is asked for it. */
export const amountText = computed(() =>
  choice.value === 'custom' ? customAmount.value : String(choice.value ?? ''),
)
/** The chosen price, if it is one. */
export const pence = computed<Pence | undefined>(() => {
  const parsed = safeParse(VoucherAmountSchema, amountText.value)
  return parsed.success ? parsed.output : undefined
})
/** £50 on the card: what was chosen, or nothing yet. */
export const cardAmount = computed(() => (pence.value === undefined ? undefined : shortPounds(pence.value)))
export const canPurchase = computed(() => amountText.value !== '')
/** What is to be bought, as the server is told. */
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
  clearError('originalAmount')
}

export function typeCustomAmount(text: string): void {
  customAmount.value = text
  choice.value = 'custom'
  clearError('originalAmount')
}

export function typeDetail(name: DetailName, text: string): void {
  details.value = { ...details.value, [name]: text }
  clearError(name)
}

function clearError(name: keyof typeof errors.value): void {
  errors.value = { ...errors.value, [name]: undefined }
}

export function clearForm(): void {
  choice.value = undefined
  customAmount.value = ''
  details.value = NO_DETAILS
  errors.value = {}
}

/** Tells whether the amount is one; if not, the sentence stands beside it. */
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

/** The server's sentences go where our own would. */
export function showServerErrors(fields: Record<string, string>): void {
  errors.value = Object.fromEntries(
    Object.entries(fields).map(([path, sentence]) => [path.replace(/^voucherData\./, ''), sentence]),
  )
}
