import { style, type Look } from '#local/stripe/browser/appearance.ts'
import {
  FIELDS,
  firstProblem,
  formatField,
  type CardValues,
  type FieldName,
  type FieldProblem,
} from '#local/stripe/browser/card-fields.ts'
import { labelledInput } from '#local/stripe/browser/labelled-input.ts'

export interface CardPanel {
  root: HTMLElement
  focus: () => void
  clear: () => void
  show: (problem: FieldProblem) => void
}

interface Field {
  root: HTMLElement
  input: HTMLInputElement
  complain: (message: string) => void
}

/** The three inputs of a card, bound to these values. */
export function cardPanel(page: Document, look: Look, values: CardValues, onChange: () => void): CardPanel {
  const number = field(page, look, 'number')
  const expiry = field(page, look, 'expiry')
  const cvc = field(page, look, 'cvc')
  const fields: Record<FieldName, Field> = { number, expiry, cvc }
  const names: FieldName[] = ['number', 'expiry', 'cvc']
  for (const name of names) listen(name, fields[name])

  function listen(name: FieldName, { input, complain }: Field) {
    input.value = values[name]
    input.addEventListener('input', () => {
      values[name] = input.value = formatField(name, input.value)
      complain('')
      onChange()
    })
    input.addEventListener('blur', ({ relatedTarget }) => {
      // Focus may move to a button of the page, which must not shift during the click.
      if (!relatedTarget) return
      const problem = firstProblem(values)
      if (problem?.field === name && input.value) complain(problem.message)
    })
  }

  const pair = page.createElement('div')
  style(pair, {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(8rem, 1fr))',
    gap: `calc(${look.unit} * 3)`,
  })
  pair.append(expiry.root, cvc.root)
  const root = page.createElement('div')
  style(root, { display: 'grid', gap: `calc(${look.unit} * 3)` })
  root.append(number.root, pair)
  return {
    root,
    focus: () => number.input.focus(),
    clear() {
      for (const name of names) values[name] = fields[name].input.value = ''
    },
    show({ field, message }) {
      fields[field].complain(message)
      fields[field].input.focus()
    },
  }
}

function field(page: Document, look: Look, name: FieldName): Field {
  const { label: text, placeholder, autocomplete } = FIELDS[name]
  const { root, input } = labelledInput(page, look, `card-${name}`, text)
  const error = page.createElement('p')
  Object.assign(input, { name, placeholder, autocomplete })
  error.id = `card-${name}-error`
  error.setAttribute('role', 'alert')
  style(error, { margin: `${look.unit} 0 0`, color: look.danger, fontSize: '0.875em' })
  root.append(error)

  function complain(message: string) {
    error.textContent = message
    error.hidden = message === ''
    input.setAttribute('aria-invalid', String(message !== ''))
    if (message) input.setAttribute('aria-describedby', error.id)
    else input.removeAttribute('aria-describedby')
  }
  complain('')
  return { root, input, complain }
}
