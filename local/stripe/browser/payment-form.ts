import type { Appearance, StripeError } from '@stripe/stripe-js'
import type { FormParams } from '#local/stripe/browser/call-stripe.ts'

export interface PaymentForm {
  /** Shows and returns the first incomplete field. */
  validate(): StripeError | undefined
  /** `payment_method_data` for the confirmation. */
  data(): FormParams & { type: string }
}

const FIELDS = [
  { name: 'number', digits: 14, message: 'Your card number is incomplete.' },
  { name: 'expiry', digits: 4, message: "Your card's expiration date is incomplete." },
  { name: 'cvc', digits: 3, message: "Your card's security code is incomplete." },
]

const debit = (account: string) => ({
  type: 'bacs_debit',
  bacs_debit: { sort_code: '108800', account_number: account },
})

/** `payment_method_data` by the value in the list of methods. */
const METHODS: Record<string, FormParams & { type: string }> = {
  klarna: { type: 'klarna' },
  clearpay: { type: 'afterpay_clearpay' },
  debit: debit('00012345'),
  failingDebit: debit('22222227'),
}

/** A list of methods instead of Stripe's tabs; each but the card needs no more input. */
const HTML = `
<p>Test: no money moves. 4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined, 4000 0025 0000 3155 asks for
authentication; any future date and any code.</p>
<label>Payment method
  <select name="method">
    <option value="card">Card</option>
    <option value="klarna">Klarna</option>
    <option value="clearpay">Clearpay</option>
    <option value="debit">Bacs Direct Debit</option>
    <option value="failingDebit">Bacs Direct Debit that fails later</option>
  </select>
</label>
<div id="card">
  <label>Card number <input name="number" inputmode="numeric" autocomplete="cc-number" /></label>
  <label>Expiration date <input name="expiry" inputmode="numeric" autocomplete="cc-exp" placeholder="MM / YY" /></label>
  <label>Security code <input name="cvc" inputmode="numeric" autocomplete="cc-csc" /></label>
</div>
<p role="alert"></p>`

/** Fills the frame. */
export function createPaymentForm(page: Document): PaymentForm {
  page.documentElement.lang = 'en'
  page.title = 'Secure payment input frame'
  page.body.innerHTML = HTML
  const method = page.querySelector<HTMLSelectElement>('select')!
  const card = page.querySelector<HTMLElement>('#card')!
  const alert = page.querySelector<HTMLElement>('[role=alert]')!
  const input = (name: string) => page.querySelector<HTMLInputElement>(`[name=${name}]`)!
  const digits = (name: string) => input(name).value.replaceAll(/\D/g, '')

  page.body.addEventListener('input', () => {
    card.hidden = method.value !== 'card'
    alert.textContent = ''
  })

  function cardData() {
    const expiry = digits('expiry')
    return {
      number: digits('number'),
      exp_month: Number(expiry.slice(0, 2)),
      exp_year: 2000 + Number(expiry.slice(2)),
      cvc: digits('cvc'),
    }
  }

  return {
    validate() {
      const field = FIELDS.find(({ name, digits: count }) => digits(name).length < count)
      if (!field || card.hidden) return undefined
      const { name, message } = field
      alert.textContent = message
      input(name).focus()
      return { type: 'validation_error', code: `incomplete_${name}`, message }
    },
    data: () => METHODS[method.value] ?? { type: 'card', card: cardData() },
  }
}

/** Returns the styles of the frame, with the colours of the page. */
export function formStyle({ variables = {} }: Appearance = {}): string {
  const { colorText = 'black', colorBackground = 'white', colorDanger = 'darkred' } = variables
  const { fontFamily = 'system-ui', borderRadius = '2px' } = variables
  // A frame without a doctype makes the body as high as itself, unless it has a height of its own.
  return `
    body { height: fit-content; margin: 0; padding: 4px; background: ${colorBackground}; color: ${colorText}; font: 16px/1.4 ${fontFamily} }
    p { margin: 0 0 12px; font-size: 14px }
    label { display: block; margin-bottom: 12px }
    input, select {
      box-sizing: border-box; width: 100%; padding: 12px; font: inherit; border-radius: ${borderRadius};
      background: ${colorBackground}; color: ${colorText}; border: 1px solid currentColor
    }
    ::placeholder { color: inherit; opacity: 0.7 }
    [role=alert] { color: ${colorDanger} }`
}
