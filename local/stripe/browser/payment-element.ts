import type { StripeError } from '@stripe/stripe-js'
import { addFonts, lookOf, style } from '#local/stripe/browser/appearance.ts'
import { noCard } from '#local/stripe/browser/card-fields.ts'
import type { ElementsOptions } from '#local/stripe/browser/elements.ts'
import { Emitter } from '#local/stripe/browser/emitter.ts'
import { integrationError } from '#local/stripe/browser/integration-error.ts'
import { paymentForm, type PaymentForm } from '#local/stripe/browser/payment-form.ts'

const elementType = 'payment'
let frames = 0

/** The Payment Element, in a frame, so that no style of the page applies. */
export class PaymentElement extends Emitter {
  private frame: HTMLIFrameElement | undefined
  private page: Document | undefined
  private form: PaymentForm | undefined
  private readonly values = noCard()
  private readonly group: ElementsOptions
  private readonly onDestroy: () => void

  constructor(group: ElementsOptions, onDestroy: () => void) {
    super()
    this.group = group
    this.onDestroy = onDestroy
  }

  mount(where: string | HTMLElement) {
    const host = typeof where === 'string' ? document.querySelector<HTMLElement>(where) : where
    if (!host)
      throw integrationError(`The selector you specified (${where as string}) applies to no DOM elements.`)
    const frame = (this.frame = document.createElement('iframe'))
    frame.title = 'Secure payment input frame'
    frame.name = `__privateStripeFrame${++frames}`
    frame.allow = 'payment *'
    style(frame, { display: 'block', width: '100%', height: '0', border: '0', colorScheme: 'normal' })
    host.replaceChildren(frame)
    this.emit('loaderstart', { elementType })
    // Later, so that listeners for `ready` are registered, and because Firefox replaces the initial document once.
    const draw = () => setTimeout(() => this.draw(frame), 0)
    frame.addEventListener('load', draw)
    draw()
  }

  private draw(frame: HTMLIFrameElement) {
    const page = frame.contentDocument
    if (!page || !frame.isConnected || page === this.page) return
    const first = !this.form
    this.page = page
    addFonts(page, this.group.fonts)
    this.render(frame, page)
    for (const type of ['focus', 'blur']) {
      page.body.addEventListener(type, () => this.emit(type, { elementType }), true)
    }
    const fit = () => style(frame, { height: `${page.documentElement.scrollHeight}px` })
    new ResizeObserver(fit).observe(page.body)
    if (first) this.emit('ready', { elementType })
    this.changed()
  }

  private render(frame: HTMLIFrameElement, page: Document) {
    const look = lookOf(this.group.appearance)
    // A frame is painted opaque if its colour scheme differs from that of its content.
    style(frame, { colorScheme: look.dark ? 'dark' : 'light' })
    this.form = paymentForm(page, look, this.values, () => this.changed())
  }

  private changed() {
    const { form } = this
    if (!form) return
    const type = form.method()
    this.emit('change', {
      elementType,
      collapsed: false,
      empty: form.empty(),
      complete: !form.problem(),
      value: { type },
    })
  }

  /** The form while it is rendered in the page. */
  mounted(): PaymentForm {
    if (this.form && this.frame?.isConnected) return this.form
    throw integrationError('Elements should have a mounted Payment Element.')
  }

  validate(): StripeError | undefined {
    const problem = this.mounted().problem()
    if (!problem) return undefined
    this.mounted().show(problem)
    return { type: 'validation_error', code: problem.code, message: problem.message }
  }

  redraw() {
    if (this.frame && this.page) this.render(this.frame, this.page)
  }

  update() {}
  collapse() {}
  blur() {}

  focus() {
    this.form?.focus()
  }

  clear() {
    this.form?.clear()
  }

  unmount() {
    this.frame?.remove()
    this.frame = this.form = this.page = undefined
  }

  destroy() {
    this.unmount()
    this.onDestroy()
  }
}
