import { style, type Look } from './appearance.ts'
import { cardData, firstProblem, type CardValues, type FieldProblem } from './card-fields.ts'
import { cardPanel } from './card-panel.ts'
import { tabs } from './tabs.ts'

export interface PaymentForm {
  method(): 'card' | 'klarna'
  empty(): boolean
  problem(): FieldProblem | undefined
  show(problem: FieldProblem): void
  /** `payment_method_data` of the confirmation. */
  data(): { type: string; card?: ReturnType<typeof cardData> }
  focus(): void
  clear(): void
}

const NOTE =
  'Test: no money moves. 4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined, 4000 0025 0000 3155 asks for authentication; any future date and any code.'

/** What stands in the frame: a note, the ways to pay, and the inputs of the chosen one. */
export function paymentForm(
  page: Document,
  look: Look,
  values: CardValues,
  onChange: () => void,
): PaymentForm {
  prepare(page, look)
  const card = cardPanel(page, look, values, onChange)
  const ways = tabs(
    page,
    look,
    [
      { name: 'card', label: 'Card', panel: card.root },
      { name: 'klarna', label: 'Klarna', panel: payLater(page) },
    ],
    onChange,
  )
  page.body.replaceChildren(note(page, look), ways.root)
  const method = () => (ways.chosen() === 'klarna' ? 'klarna' : 'card')
  return {
    method,
    empty: () => Object.values(values).every((value) => value === ''),
    problem: () => (method() === 'card' ? firstProblem(values) : undefined),
    show: card.show,
    data: () => (method() === 'card' ? { type: 'card', card: cardData(values) } : { type: method() }),
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

/** The one thing that no element's own style reaches; a constructed sheet is no inline style to the policy. */
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

function payLater(page: Document): HTMLElement {
  const paragraph = page.createElement('p')
  paragraph.textContent =
    'Pay later with Klarna. After submitting, you will be redirected to a test page to complete the next steps.'
  style(paragraph, { margin: '0' })
  return paragraph
}
