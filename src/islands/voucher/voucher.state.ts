import { computed, signal } from '@preact/signals-react'
import { type Pence, shortPounds } from '#contract/money'
import {
  type BoughtVoucher,
  createPaymentIntent,
  VoucherAmountSchema,
  VoucherDetailsSchema,
} from '#contract/vouchers'
import { getDotPath, safeParse } from 'valibot'
import { ApiError, call, fieldErrorsOf } from '../../lib/api.ts'
import { PAYMENT_TOAST_DURATION, showToast } from '../../ui/toast.ts'
import { claimVoucher } from './claim-voucher.ts'

export type DetailName = 'buyerName' | 'buyerEmail' | 'recipientName' | 'recipientEmail' | 'personalMessage'

/** Where the buyer is. */
export type Stage =
  | { name: 'amount' | 'details' }
  | { name: 'payment'; clientSecret: string; publishableKey: string }
  | { name: 'success'; voucher: BoughtVoucher }
  /** Paid, and the voucher follows by e-mail: the provider is still working, or we could not be reached. */
  | { name: 'following'; clientSecret: string; reference: string; reason: 'processing' | 'unreached' }

const NO_DETAILS: Record<DetailName, string> = {
  buyerName: '',
  buyerEmail: '',
  recipientName: '',
  recipientEmail: '',
  personalMessage: '',
}

export const stage = signal<Stage>({ name: 'amount' })
/** A preset in pounds, or the buyer's own. */
export const choice = signal<number | 'custom' | undefined>(undefined)
export const customAmount = signal('')
export const details = signal(NO_DETAILS)
export const errors = signal<Partial<Record<DetailName | 'originalAmount', string>>>({})
export const busy = signal(false)
/** Why no payment can be started here, for the sentence with the phone number. */
export const closed = signal(false)

/** What was typed or chosen, as the server is asked for it. */
export const amountText = computed(() =>
  choice.value === 'custom' ? customAmount.value : String(choice.value ?? ''),
)
/** The chosen price, if it is one. */
export const pence = computed<Pence | undefined>(() => {
  const parsed = safeParse(VoucherAmountSchema, amountText.value)
  return parsed.success ? parsed.output : undefined
})
export const canPurchase = computed(() => amountText.value !== '')

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

/** 'Purchase Gift Voucher': on to the details, if the amount is one. Tells whether it is. */
export function purchase(): boolean {
  const parsed = safeParse(VoucherAmountSchema, amountText.value)
  if (parsed.success) {
    stage.value = { name: 'details' }
    return true
  }
  errors.value = { originalAmount: parsed.issues[0].message }
  showFailure()
  return false
}

export function changeAmount(): void {
  stage.value = { name: 'amount' }
}

export function backToForm(): void {
  stage.value = { name: 'details' }
}

/** Starts the payment. Tells whether it could; if not, `errors` says beside which field. */
export async function submitDetails(): Promise<boolean> {
  if (busy.value || !detailsAreValid()) return false
  busy.value = true
  try {
    const voucherData = { ...details.value, originalAmount: amountText.value }
    const reply = await call(createPaymentIntent, { amount: amountText.value, voucherData })
    stage.value = { name: 'payment', ...reply }
    showToast({
      title: 'Ready for Payment',
      description: 'Please complete your payment to create the gift voucher.',
    })
    return true
  } catch (error) {
    takeFieldErrors(error)
    closed.value = error instanceof ApiError && error.body?.code === 'unavailable'
    showFailure()
    return false
  } finally {
    busy.value = false
  }
}

function detailsAreValid(): boolean {
  const parsed = safeParse(VoucherDetailsSchema, details.value)
  const found: Record<string, string> = {}
  for (const issue of parsed.issues ?? []) found[getDotPath(issue) ?? ''] ??= issue.message
  errors.value = found
  return parsed.success
}

/** The server's sentences go where our own would. A wrong amount takes the buyer back to where it was chosen. */
function takeFieldErrors(error: unknown): void {
  const fields = Object.entries(fieldErrorsOf(error))
  errors.value = Object.fromEntries(
    fields.map(([path, sentence]) => [path.replace(/^voucherData\./, ''), sentence]),
  )
  if (errors.value.originalAmount !== undefined) changeAmount()
}

function showFailure(): void {
  showToast({
    variant: 'destructive',
    title: 'Error',
    description: 'Failed to create gift voucher. Please try again.',
  })
}

export function showPaymentFailure(message: string | undefined): void {
  showToast({
    variant: 'destructive',
    title: 'Payment Failed',
    description: message ?? 'Please try again.',
    duration: PAYMENT_TOAST_DURATION,
  })
}

/** After the card provider has taken the payment, or is about to: fetches the voucher. */
export async function collectVoucher(clientSecret: string): Promise<void> {
  const reference = clientSecret.slice(0, clientSecret.indexOf('_secret_'))
  try {
    const reply = await claimVoucher(clientSecret)
    if (!('voucher' in reply)) {
      stage.value = { name: 'following', clientSecret, reference, reason: 'processing' }
      return
    }
    stage.value = { name: 'success', voucher: reply.voucher }
    showToast({
      title: 'Payment Successful!',
      description: `Payment of £${reply.voucher.amount} completed successfully. Reference: ${reference}`,
      duration: PAYMENT_TOAST_DURATION,
    })
  } catch {
    stage.value = { name: 'following', clientSecret, reference, reason: 'unreached' }
    showToast({
      title: 'Payment received',
      description: `Failed to create voucher after payment: it will follow by e-mail, please don't pay again. Reference: ${reference}`,
      duration: PAYMENT_TOAST_DURATION,
    })
  }
}

export function createAnother(): void {
  stage.value = { name: 'amount' }
  choice.value = undefined
  customAmount.value = ''
  details.value = NO_DETAILS
  errors.value = {}
}

/** £50 on the card: what was chosen, or nothing yet. */
export const cardAmount = computed(() => (pence.value === undefined ? undefined : shortPounds(pence.value)))
