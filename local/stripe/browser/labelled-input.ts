import { style, type Look } from '#local/stripe/browser/appearance.ts'

/** Creates a numeric input with a label. */
export function labelledInput(page: Document, look: Look, id: string, text: string) {
  const root = page.createElement('div')
  const label = page.createElement('label')
  const input = page.createElement('input')
  label.htmlFor = input.id = id
  label.textContent = text
  Object.assign(input, { type: 'text', inputMode: 'numeric' })
  input.setAttribute('aria-required', 'true')
  style(label, { display: 'block', marginBottom: look.unit })
  style(input, {
    boxSizing: 'border-box',
    width: '100%',
    padding: `calc(${look.unit} * 3)`,
    border: `1px solid ${look.border}`,
    borderRadius: look.radius,
    background: look.background,
    color: look.text,
    font: 'inherit',
  })
  root.append(label, input)
  return { root, input }
}
