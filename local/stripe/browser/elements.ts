import type { Appearance, CssFontSource, CustomFontSource, StripeError } from '@stripe/stripe-js'
import { Emitter } from '#local/stripe/browser/emitter.ts'
import { integrationError } from '#local/stripe/browser/integration-error.ts'
import { PaymentElement } from '#local/stripe/browser/payment-element.ts'

export interface ElementsOptions {
  clientSecret?: string
  mode?: string
  amount?: number
  currency?: string
  appearance?: Appearance
  fonts?: (CssFontSource | CustomFontSource)[]
}

/** A group of elements, with an intent's secret or, if deferred, with the data of the future intent. */
export class Elements extends Emitter {
  readonly options: ElementsOptions
  /** Deferred groups must be submitted again after each change, before confirming. */
  submitted = false
  private payment: PaymentElement | undefined

  constructor(options: ElementsOptions = {}) {
    super()
    this.options = { ...options }
    const { clientSecret, mode } = options
    if (!clientSecret === !mode) {
      throw integrationError('stripe.elements(): pass either a clientSecret or a mode.')
    }
    if (mode) checkDeferred(options)
  }

  create(type: string): PaymentElement {
    if (type !== 'payment') throw integrationError(`The stand-in for Stripe.js has no '${type}' element.`)
    if (this.payment) throw integrationError('Can only create one Element of type payment.')
    return (this.payment = new PaymentElement(this.options, () => (this.payment = undefined)))
  }

  getElement(type: string): PaymentElement | null {
    return type === 'payment' ? (this.payment ?? null) : null
  }

  async update(options: ElementsOptions): Promise<void> {
    Object.assign(this.options, options)
    this.submitted = false
    if (options.appearance) this.payment?.redraw()
    this.emit('update-end', {})
  }

  async fetchUpdates(): Promise<{ error?: StripeError }> {
    return {}
  }

  async submit(): Promise<{ error: StripeError } | { selectedPaymentMethod: string }> {
    const form = this.mounted().mounted()
    const error = this.mounted().validate()
    this.submitted = !error
    return error ? { error } : { selectedPaymentMethod: form.method() }
  }

  mounted(): PaymentElement {
    if (this.payment) return this.payment
    throw integrationError('Elements should have a mounted Payment Element.')
  }
}

function checkDeferred({ mode, amount, currency }: ElementsOptions) {
  if (mode !== 'payment') throw integrationError(`The stand-in for Stripe.js has no mode '${String(mode)}'.`)
  if (!Number.isInteger(amount) || Number(amount) < 1) {
    throw integrationError(
      'stripe.elements(): amount must be a positive integer in the smallest currency unit.',
    )
  }
  if (!currency) throw integrationError('stripe.elements(): missing currency.')
}
