import { computed, signal } from '@preact/signals-react'
import { type Pence, shortPounds } from '#contract/money'
import { clinic } from '#content/clinic'
import { lastValidDay, londonDay, SendOnSchema, sendOnProblem } from '#contract/send-date'
import { VoucherAmountSchema, VoucherDetailsSchema } from '#contract/vouchers'
import { getDotPath, safeParse } from 'valibot'
import { clearError } from '../checkout/notifications.ts'

export type DetailName =
  'buyerName' | 'buyerEmail' | 'recipientName' | 'recipientEmail' | 'personalMessage' | 'sendOn'
/** How the voucher arrives: by email to the recipient at once or on a day, or to the buyer for printing. */
export const arrivals = ['now', 'day', 'buyer'] as const
export type Arrival = (typeof arrivals)[number]
/** A preset in pounds, or a custom amount. */
export type Choice = number | 'custom' | undefined

const NO_DETAILS: Record<DetailName, string> = {
  buyerName: '',
  buyerEmail: '',
  recipientName: '',
  recipientEmail: '',
  personalMessage: '',
  sendOn: '',
}

export const choice = signal<Choice>(undefined)
export const customAmount = signal('')
export const details = signal(NO_DETAILS)
export const arrival = signal<Arrival>('now')
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
/** The details that apply to the chosen arrival; what was typed for another one is kept in the form. */
const chosenDetails = computed(() => {
  const { sendOn, recipientEmail, ...others } = details.value
  if (arrival.value === 'buyer') return { ...others, recipientEmail: '', deliverTo: 'buyer' as const }
  return { ...others, recipientEmail, ...(arrival.value === 'day' && { sendOn }) }
})
/** The request body of the payment. */
export const order = computed(() => ({
  amount: amountText.value,
  voucherData: { ...chosenDetails.value, originalAmount: amountText.value },
}))
export const isBlank = computed(
  () =>
    arrival.value === 'now' &&
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

export function chooseArrival(chosen: Arrival): void {
  arrival.value = chosen
  clearFieldError('sendOn')
  clearFieldError('recipientEmail')
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
  arrival.value = 'now'
  errors.value = {}
}

/** Returns whether the amount is valid; if not, sets its error. */
export function checkAmount(): boolean {
  const parsed = safeParse(VoucherAmountSchema, amountText.value)
  if (!parsed.success) errors.value = { originalAmount: parsed.issues[0].message }
  return parsed.success
}

export function checkDetails(): boolean {
  const parsed = safeParse(VoucherDetailsSchema, chosenDetails.value)
  const found: Record<string, string> = {}
  for (const issue of parsed.issues ?? []) found[getDotPath(issue) ?? ''] ??= issue.message
  const day = arrival.value === 'day' ? dayProblem(details.value.sendOn) : undefined
  errors.value = { ...found, ...(day !== undefined && { sendOn: day }) }
  return parsed.success && day === undefined
}

/** The bounds of the day on which a voucher that is bought today may be sent. */
export function sendBounds() {
  const today = londonDay(new Date())
  return { today, lastDay: lastValidDay(today, clinic.vouchers.validMonths) }
}

function dayProblem(day: string): string | undefined {
  const parsed = safeParse(SendOnSchema, day)
  return parsed.success ? sendOnProblem(day, sendBounds()) : parsed.issues[0].message
}

/** Shows the server's error messages at their fields. */
export function showServerErrors(fields: Record<string, string>): void {
  errors.value = Object.fromEntries(
    Object.entries(fields).map(([path, message]) => [path.replace(/^voucherData\./, ''), message]),
  )
}
