import { style, type Look } from '#local/stripe/browser/appearance.ts'

export interface FormTab<Name extends string> {
  name: Name
  label: string
  panel: HTMLElement
}

/** https://www.w3.org/WAI/ARIA/apg/patterns/tabs/ */
export function tabs<Name extends string>(
  page: Document,
  look: Look,
  all: [FormTab<Name>, ...FormTab<Name>[]],
  onChange: () => void,
) {
  let chosen = all[0].name
  const list = page.createElement('div')
  list.setAttribute('role', 'tablist')
  list.setAttribute('aria-label', 'Payment methods')
  style(list, {
    display: 'flex',
    flexWrap: 'wrap',
    gap: `calc(${look.unit} * 2)`,
    marginBottom: `calc(${look.unit} * 4)`,
  })
  const buttons = all.map((tab) => button(page, look, tab))
  const panels = all.map((tab) => panel(page, tab))
  list.append(...buttons)
  list.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return
    const at = all.findIndex(({ name }) => name === chosen) + (event.key === 'ArrowRight' ? 1 : -1)
    choose((all.at(at % all.length) ?? all[0]).name)
    buttons.find(({ tabIndex }) => tabIndex === 0)?.focus()
  })
  for (const [index, tab] of all.entries()) buttons[index]?.addEventListener('click', () => choose(tab.name))

  function choose(name: Name) {
    chosen = name
    for (const [index, tab] of all.entries()) {
      const [button, panel] = [buttons[index], panels[index]]
      if (button && panel) mark(button, panel, look, tab.name === chosen)
    }
    onChange()
  }
  choose(chosen)
  const root = page.createElement('div')
  root.append(list, ...panels)
  return { root, chosen: () => chosen }
}

function button(page: Document, look: Look, { name, label }: FormTab<string>): HTMLButtonElement {
  const element = page.createElement('button')
  element.type = 'button'
  element.id = `tab-${name}`
  element.textContent = label
  element.setAttribute('role', 'tab')
  element.setAttribute('aria-controls', `panel-${name}`)
  style(element, {
    flex: '1',
    padding: `calc(${look.unit} * 3)`,
    borderRadius: look.radius,
    background: look.background,
    color: look.text,
    font: 'inherit',
    textAlign: 'start',
    cursor: 'pointer',
  })
  return element
}

function panel(page: Document, { name, panel: content }: FormTab<string>): HTMLElement {
  const element = page.createElement('div')
  element.id = `panel-${name}`
  element.setAttribute('role', 'tabpanel')
  element.setAttribute('aria-labelledby', `tab-${name}`)
  element.append(content)
  return element
}

function mark(button: HTMLElement, panel: HTMLElement, look: Look, chosen: boolean) {
  button.setAttribute('aria-selected', String(chosen))
  button.tabIndex = chosen ? 0 : -1
  style(button, {
    border: chosen ? `2px solid ${look.primary}` : `1px solid ${look.border}`,
    fontWeight: chosen ? '600' : '400',
  })
  panel.hidden = !chosen
}
