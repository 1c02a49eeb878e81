import { style, type Look } from '#local/stripe/browser/appearance.ts'
import type { FormParams } from '#local/stripe/browser/call-stripe.ts'
import {
  cardData,
  firstProblem,
  type CardValues,
  type FieldProblem,
} from '#local/stripe/browser/card-fields.ts'
import { cardPanel } from '#local/stripe/browser/card-panel.ts'
import { debitPanel } from '#local/stripe/browser/debit-panel.ts'
import { tabs } from '#local/stripe/browser/tabs.ts'

type Method = 'card' | 'klarna' | 'afterpay_clearpay' | 'bacs_debit'

export interface PaymentForm {
  method(): Method
  empty(): boolean
  problem(): FieldProblem | undefined
  show(problem: FieldProblem): void
  /** `payment_method_data` for the confirmation. */
  data(): FormParams
  focus(): void
  clear(): void
}

const NOTE =
  'Test: no money moves. 4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined, 4000 0025 0000 3155 asks for authentication; any future date and any code.'

/** The content of the frame: a note, the payment methods, and the inputs of the selected one. */
export function paymentForm(
  page: Document,
  look: Look,
  values: CardValues,
  onChange: () => void,
): PaymentForm {
  prepare(page, look)
  const card = cardPanel(page, look, values, onChange)
  const debit = debitPanel(page, look)
  const ways = tabs<Method>(
    page,
    look,
    [
      { name: 'card', label: 'Card', panel: card.root },
      { name: 'klarna', label: 'Klarna', panel: payLater(page, 'Klarna') },
      { name: 'afterpay_clearpay', label: 'Clearpay', panel: payLater(page, 'Clearpay') },
      { name: 'bacs_debit', label: 'Bacs Direct Debit', panel: debit.root },
    ],
    onChange,
  )
  page.body.replaceChildren(note(page, look), ways.root)
  const method = ways.chosen

  function data(): FormParams {
    if (method() === 'card') return { type: 'card', card: cardData(values) }
    return { type: method(), ...(method() === 'bacs_debit' && { bacs_debit: debit.data() }) }
  }

  return {
    method,
    empty: () => Object.values(values).every((value) => value === ''),
    problem: () => (method() === 'card' ? firstProblem(values) : undefined),
    show: card.show,
    data,
    focus: card.focus,
    clear: card.clear,
  }
}

function prepare(page: Document, look: Look) {
  page.documentElement.lang = 'en'
  page.title = 'Secure payment input frame'
  colorPlaceholders(page, look)
  style(page.documentElement, { colorScheme: look.dark ? 'dark' : 'light' })
  style(page.body, {
    margin: '0',
    padding: look.unit,
    background: look.background,
    color: look.text,
    fontFamily: look.font,
    fontSize: look.size,
    lineHeight: '1.4',
  })
}

/** Needed for pseudo-elements, which no element's own style reaches; the CSP allows constructed sheets. */
function colorPlaceholders(page: Document, look: Look) {
  if (!page.defaultView) return
  const sheet = new page.defaultView.CSSStyleSheet()
  sheet.insertRule(`::placeholder { color: ${look.secondary}; opacity: 0.75 }`)
  page.adoptedStyleSheets = [sheet]
}

function note(page: Document, look: Look): HTMLElement {
  const paragraph = page.createElement('p')
  paragraph.textContent = NOTE
  style(paragraph, {
    margin: `0 0 calc(${look.unit} * 3)`,
    padding: `calc(${look.unit} * 2)`,
    border: `1px dashed ${look.border}`,
    borderRadius: look.radius,
    fontSize: '0.875em',
  })
  return paragraph
}

function payLater(page: Document, provider: string): HTMLElement {
  const paragraph = page.createElement('p')
  paragraph.textContent = `Pay later with ${provider}. After submitting, you will be redirected to a test page to complete the next steps.`
  style(paragraph, { margin: '0' })
  return paragraph
}
