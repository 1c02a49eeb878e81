import { type Signal, signal } from '@preact/signals-react'
import { productInquiriesEndpoint, ProductInquirySchema } from '#contract/enquiries'
import { call, fieldErrorsOf, isUndecided } from '../../lib/api.ts'
import { createForm, type Form } from '../../lib/form.ts'
import { showToast } from '../../ui/toast.ts'
import { closeDialog, openDialog } from './shop-products.store.ts'

const BLANK = { firstName: '', lastName: '', email: '', phone: '', quantity: '1', message: '' }

export type InquiryName = keyof typeof BLANK

export interface Inquiry {
  form: Form<InquiryName, unknown>
  sending: Signal<'idle' | 'busy' | 'undecided' | 'failed'>
  /** Sends what was typed, and forgets it once it has arrived. Tells whether it has. */
  send: (honeypot: string) => Promise<boolean>
}

const inquiries = new Map<string, Inquiry>()

/** What is being asked about a product. It outlives its dialog: closing one loses nothing, and so need not ask. */
export function getInquiry(productId: string): Inquiry {
  const known = inquiries.get(productId) ?? createInquiry(productId)
  inquiries.set(productId, known)
  return known
}

function createInquiry(productId: string): Inquiry {
  const form = createForm(ProductInquirySchema, BLANK)
  const sending: Inquiry['sending'] = signal('idle')
  // The same words, sent again after a lost answer, arrive once.
  let attempt = { words: '', requestId: '' }

  async function send(website: string): Promise<boolean> {
    if (sending.value === 'busy' || !form.validate()) return false
    const words = JSON.stringify(form.values.value)
    if (attempt.words !== words) attempt = { words, requestId: crypto.randomUUID() }
    sending.value = 'busy'
    try {
      const asked = { ...form.values.value, productId, requestId: attempt.requestId }
      // The contract's type knows the honeypot as empty, which is what only a person leaves it.
      await call(productInquiriesEndpoint, { ...asked, website: website as '' })
    } catch (error) {
      form.showErrors(fieldErrorsOf(error))
      sending.value = isUndecided(error) ? 'undecided' : 'failed'
      showToast({
        title: 'Error',
        description: 'Failed to send inquiry. Please try again.',
        variant: 'destructive',
      })
      return false
    }
    sending.value = 'idle'
    // The same words once more are then a new inquiry.
    attempt = { words: '', requestId: '' }
    form.reset()
    // It may have been closed meanwhile, and another opened.
    if (openDialog.value?.dialog === 'inquiry' && openDialog.value.product.id === productId) closeDialog()
    showToast({
      title: 'Inquiry Sent!',
      description: "We'll contact you soon about your product inquiry.",
    })
    return true
  }
  return { form, sending, send }
}
