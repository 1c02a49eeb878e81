import { computed, signal } from '@preact/signals-react'
import * as v from 'valibot'
import { AMOUNT_FORM, shortPounds, type Pence } from '#contract/base/money.ts'
import { VoucherAmountSchema, VoucherDetailsSchema } from '#contract/vouchers/vouchers.ts'
import { clearError } from '#islands/checkout/notifications.ts'
import { SendDaySchema } from '#islands/checkout/send-bounds.ts'
import { createForm, type FieldValues } from '#lib/form.ts'

/** How the voucher arrives: by email to the recipient at once or on a day, or to the buyer for printing. */
export const arrivals = ['now', 'day', 'buyer'] as const
export type Arrival = (typeof arrivals)[number]
/** A preset in pounds, or a custom amount. */
export type Choice = number | 'custom' | undefined

const BLANK = {
  buyerName: '',
  buyerEmail: '',
  recipientName: '',
  recipientEmail: '',
  personalMessage: '',
  sendOn: '',
  arrival: 'now',
}

export type FieldName = keyof typeof BLANK
const FIELDS = Object.keys(BLANK) as FieldName[]

const { entries } = v.omit(VoucherDetailsSchema, ['recipientEmail', 'deliverTo', 'sendOn'])
const emailedEntries = { ...entries, recipientEmail: entries.buyerEmail }

/** Checks only the fields that apply to the chosen arrival. */
const FormSchema = v.variant('arrival', [
  v.object({ ...emailedEntries, arrival: v.literal('now') }),
  v.object({ ...emailedEntries, arrival: v.literal('day'), sendOn: SendDaySchema }),
  v.object({ ...entries, arrival: v.literal('buyer') }),
])

/** The details. Editing also takes the last error back: its cause is being corrected. */
export const form = createForm(FormSchema, BLANK, clearError)
export const choice = signal<Choice>(undefined)
export const customAmount = signal('')
export const amountError = signal<string | undefined>(undefined)

/** The amount as it is sent to the server. */
export const amountText = computed(() =>
  choice.value === 'custom' ? customAmount.value : String(choice.value ?? ''),
)
/** The chosen amount, if it is valid. */
export const pence = computed<Pence | undefined>(() => {
  const parsed = v.safeParse(VoucherAmountSchema, amountText.value)
  return parsed.success ? parsed.output : undefined
})
/** The amount on the voucher card, such as £50. */
export const cardAmount = computed(() => (pence.value === undefined ? undefined : shortPounds(pence.value)))
export const canPurchase = computed(() => amountText.value !== '')
/** The request body of the payment. */
export const order = computed(() => ({
  amount: amountText.value,
  voucherData: { ...detailsOf(form.values.value), originalAmount: amountText.value },
}))
export const isBlank = computed(
  () =>
    choice.value === undefined &&
    customAmount.value === '' &&
    FIELDS.every((name) => form.values.value[name] === BLANK[name]),
)

/** Returns the details that apply to the chosen arrival; what was typed for another one is kept in the form. */
function detailsOf({ arrival, sendOn, recipientEmail, ...others }: FieldValues<FieldName>) {
  if (arrival === 'buyer') return { ...others, recipientEmail: '', deliverTo: 'buyer' as const }
  return { ...others, recipientEmail, ...(arrival === 'day' && { sendOn }) }
}

export function chooseAmount(amount: number | 'custom'): void {
  if (choice.value === amount) return
  choice.value = amount
  clearAmountError()
}

export function typeCustomAmount(text: string): void {
  customAmount.value = text
  choice.value = 'custom'
  clearAmountError()
}

/**
 * Takes over a field of the pre-rendered form, in the order of the document. A chosen preset comes first and wins: a custom
 * amount may be left in its field from before, which a reload brings back.
 */
export function replayAmount(name: string, text: string): void {
  if (name !== 'custom') chooseAmount(Number(text))
  else if (choice.value === undefined) typeCustomAmount(text)
  else customAmount.value = text
}

/** Empties the field, which cannot hold what was typed or pasted, and says how an amount is written. */
export function refuseCustomAmount(): void {
  typeCustomAmount('')
  amountError.value = AMOUNT_FORM
}

function clearAmountError(): void {
  clearError()
  amountError.value = undefined
}

export function chooseArrival(arrival: Arrival): void {
  form.setValue('arrival', arrival, ['sendOn', 'recipientEmail'])
}

export function clearForm(): void {
  choice.value = undefined
  customAmount.value = ''
  amountError.value = undefined
  form.reset()
}

/** Returns whether the amount is valid; if not, sets its error. */
export function checkAmount(): boolean {
  const parsed = v.safeParse(VoucherAmountSchema, amountText.value)
  amountError.value = parsed.issues?.[0].message
  return parsed.success
}

/** Shows the server's error messages at their fields. */
export function showServerErrors(fields: Record<string, string>): void {
  const { originalAmount, ...details } = Object.fromEntries(
    Object.entries(fields).map(([path, message]) => [path.replace(/^voucherData\./, ''), message]),
  )
  amountError.value = originalAmount
  form.showErrors(details)
}
