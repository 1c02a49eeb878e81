import { signal } from '@preact/signals-react'
import type { InferOutput } from 'valibot'
import type { resendPurchasesEndpoint } from '#contract/purchases/purchases.ts'
import type { resendHeldVouchersEndpoint } from '#contract/vouchers/held-vouchers.ts'
import { troubleOf } from '#islands/checkout/trouble.ts'
import { call, fieldErrorsOf } from '#lib/api.ts'
import { createForm } from '#lib/form.ts'

type ResendEndpoint = typeof resendHeldVouchersEndpoint | typeof resendPurchasesEndpoint

export type Resend = ReturnType<typeof createResend>

/** The state of a form that asks for what was emailed to an address once more. */
export function createResend(endpoint: ResendEndpoint) {
  /** The address that was sent last; undefined while another one is typed. */
  const sent = signal<string | undefined>(undefined)
  const isSending = signal(false)
  const trouble = signal<string | undefined>(undefined)
  const form = createForm(endpoint.body, { email: '' }, () => {
    sent.value = undefined
    trouble.value = undefined
  })

  /** Returns whether the form has nothing to correct. */
  async function send(): Promise<boolean> {
    if (isSending.value) return true
    const typed: InferOutput<ResendEndpoint['body']> | undefined = form.validate()
    if (!typed) return false
    isSending.value = true
    sent.value = undefined
    trouble.value = undefined
    try {
      await call(endpoint, typed)
      sent.value = typed.email
      return true
    } catch (error) {
      const fields = fieldErrorsOf(error)
      form.showErrors(fields)
      if (Object.keys(fields).length > 0) return false
      trouble.value = troubleOf(error, 'Something went wrong on our side. Please try again')
      return true
    } finally {
      isSending.value = false
    }
  }

  return { sent, isSending, trouble, form, send }
}
