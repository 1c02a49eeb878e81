import { lookOf, style, type Look } from '#local/stripe/browser/appearance.ts'
import type { ElementsOptions } from '#local/stripe/browser/elements.ts'

const TITLE = '3D Secure 2 Test Page'

/** Shows the 3-D Secure challenge; closing the dialog fails it, as with the real one. */
export function challenge(appearance: ElementsOptions['appearance']): Promise<boolean> {
  const look = lookOf(appearance)
  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-label', TITLE)
  style(dialog, {
    padding: '1.5rem',
    border: `1px solid ${look.border}`,
    borderRadius: look.radius,
    background: look.background,
    color: look.text,
    fontFamily: look.font,
  })
  const heading = document.createElement('h2')
  heading.textContent = TITLE
  const text = document.createElement('p')
  text.textContent = 'Your bank would ask here whether it is you. Choose its answer.'
  const complete = choice('Complete', look)
  const fail = choice('Fail', look)
  dialog.append(heading, text, complete, fail)
  document.body.append(dialog)
  return new Promise((resolve) => {
    complete.addEventListener('click', () => dialog.close('complete'))
    fail.addEventListener('click', () => dialog.close('fail'))
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(dialog.returnValue === 'complete')
    })
    dialog.showModal()
  })
}

function choice(label: string, look: Look): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = label
  style(button, {
    marginInlineEnd: '1rem',
    padding: '0.6rem 1.2rem',
    border: `1px solid ${look.text}`,
    borderRadius: look.radius,
    background: look.background,
    color: look.text,
    font: 'inherit',
    cursor: 'pointer',
  })
  return button
}
