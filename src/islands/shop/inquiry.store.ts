import { signal, type Signal } from '@preact/signals-react'
import { productInquiriesEndpoint, ProductInquirySchema } from '#contract/enquiries/enquiries.ts'
import { closeDialog, openDialog, refreshProducts } from '#islands/shop/shop-products.store.ts'
import { ApiError, call, fieldErrorsOf, isUndecided } from '#lib/api.ts'
import { createForm, type Form } from '#lib/form.ts'
import { createIdempotencyKey } from '#lib/idempotency-key.ts'
import { showToast } from '#ui/toast.ts'

const BLANK = { firstName: '', lastName: '', email: '', phone: '', quantity: '1', message: '' }

export type InquiryName = keyof typeof BLANK

/** Why an inquiry was not sent, if it was not. 'gone': its product is no longer in the shop. */
type Failure = 'undecided' | 'failed' | 'hidden_field' | 'too_often' | 'gone'

export interface Inquiry {
  form: Form<InquiryName, unknown>
  sending: Signal<'idle' | 'busy' | Failure>
  /** Sends the form and resets it on success. Returns whether it succeeded. */
  send: (honeypot: string) => Promise<boolean>
}

const inquiries = new Map<string, Inquiry>()

/** Returns the inquiry about a product. It is kept when its dialog is closed, so closing needs no confirmation. */
export function getInquiry(productId: string): Inquiry {
  const known = inquiries.get(productId) ?? createInquiry(productId)
  inquiries.set(productId, known)
  return known
}

function createInquiry(productId: string): Inquiry {
  const form = createForm(ProductInquirySchema, BLANK)
  const sending: Inquiry['sending'] = signal('idle')
  // The same text, sent again after a lost response, arrives once.
  let requestIdOf = createIdempotencyKey()

  async function send(leaveEmpty: string): Promise<boolean> {
    if (sending.value === 'busy' || !form.validate()) return false
    const values = form.values.value
    sending.value = 'busy'
    try {
      const body = { ...values, productId, requestId: requestIdOf(values) }
      // The contract types the honeypot as ''; only bots fill it in.
      await call(productInquiriesEndpoint, { ...body, leaveEmpty: leaveEmpty as '' })
    } catch (error) {
      form.showErrors(fieldErrorsOf(error))
      const failure = failureOf(error)
      sending.value = failure
      showToast({
        title: 'Error',
        description: 'Failed to send inquiry. Please try again.',
        variant: 'destructive',
      })
      if (failure === 'gone') await refreshProducts()
      return false
    }
    sending.value = 'idle'
    // Sending the same text again makes a new inquiry.
    requestIdOf = createIdempotencyKey()
    form.reset()
    // The dialog may have been closed since, and another one opened.
    if (openDialog.value?.dialog === 'inquiry' && openDialog.value.product.id === productId) closeDialog()
    showToast({
      title: 'Inquiry Sent!',
      description: "We'll contact you soon about your product inquiry.",
    })
    return true
  }
  return { form, sending, send }
}

function failureOf(error: unknown): Failure {
  if (isUndecided(error)) return 'undecided'
  if ('leaveEmpty' in fieldErrorsOf(error)) return 'hidden_field'
  const status = error instanceof ApiError ? error.status : undefined
  if (status === 404) return 'gone'
  return status === 429 ? 'too_often' : 'failed'
}
