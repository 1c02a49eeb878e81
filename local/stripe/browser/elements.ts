import type {
  Appearance,
  StripeError,
  StripePaymentElement,
  StripePaymentElementChangeEvent,
} from '@stripe/stripe-js'
import { createPaymentForm, formStyle, type PaymentForm } from '#local/stripe/browser/payment-form.ts'

export interface ElementsOptions {
  clientSecret: string
  appearance?: Appearance
}

type ChangeListener = (event: StripePaymentElementChangeEvent) => void

/** The elements of one payment: the Payment Element and no other. */
export class Elements {
  readonly options: ElementsOptions
  private readonly payment = new PaymentElement(() => this.options.appearance)

  constructor(options: ElementsOptions) {
    this.options = { ...options }
  }

  create(type: string): PaymentElement {
    if (type === 'payment') return this.payment
    throw new Error(`The stand-in for Stripe.js has no '${type}' element.`)
  }

  update(options: Partial<ElementsOptions>) {
    Object.assign(this.options, options)
    this.payment.restyle()
  }

  async submit(): Promise<{ error?: StripeError }> {
    const error = this.mountedForm().validate()
    return error ? { error } : {}
  }

  mountedForm(): PaymentForm {
    if (this.payment.form) return this.payment.form
    throw new Error('Elements should have a mounted Payment Element.')
  }
}

/** The Payment Element, in a frame, so that no style of the page applies. */
class PaymentElement implements Pick<StripePaymentElement, 'mount' | 'destroy'> {
  form: PaymentForm | undefined
  private frame: HTMLIFrameElement | undefined
  private readonly listeners = new Set<ChangeListener>()
  private readonly appearance: () => Appearance | undefined

  constructor(appearance: () => Appearance | undefined) {
    this.appearance = appearance
  }

  /** The other events of the real element never occur. */
  on(type: string, listener: ChangeListener) {
    if (type === 'change') this.listeners.add(listener)
  }

  off(_type: string, listener: ChangeListener) {
    this.listeners.delete(listener)
  }

  mount(host: string | HTMLElement) {
    const frame = document.createElement('iframe')
    this.frame = frame
    frame.title = 'Secure payment input frame'
    Object.assign(frame.style, { display: 'block', width: '100%', height: '0', border: '0' })
    // Firefox replaces the initial document once.
    frame.addEventListener('load', () => this.draw(frame))
    ;(typeof host === 'string' ? document.querySelector(host) : host)?.replaceChildren(frame)
    this.draw(frame)
  }

  private draw(frame: HTMLIFrameElement) {
    const page = frame.contentDocument
    if (!page || page.body.childElementCount > 0) return
    const form = createPaymentForm(page)
    this.form = form
    this.restyle()
    page.body.addEventListener('input', () => {
      const value = { type: form.data().type }
      for (const listener of this.listeners)
        listener({ elementType: 'payment', collapsed: false, empty: false, complete: false, value })
    })
    const fit = () => (frame.style.height = `${page.body.offsetHeight}px`)
    new ResizeObserver(fit).observe(page.body)
  }

  /** Sets a constructed style sheet, because the CSP forbids inline styles. */
  restyle() {
    const page = this.frame?.contentDocument
    if (!page?.defaultView) return
    const sheet = new page.defaultView.CSSStyleSheet()
    sheet.replaceSync(formStyle(this.appearance()))
    page.adoptedStyleSheets = [sheet]
  }

  update() {}

  destroy() {
    this.frame?.remove()
    this.frame = this.form = undefined
  }
}
