/** Frames after which an invalid field is no longer waited for: of a form that is being hydrated it is rendered late. */
const FRAMES_MAX = 20

/** Focuses the first invalid field and scrolls its error message and label into view, once it is rendered. */
export function focusFirstError(form: HTMLElement, frames = FRAMES_MAX): void {
  requestAnimationFrame(() => {
    const field = form.querySelector<HTMLInputElement>('[aria-invalid="true"]')
    if (!field && frames > 0) return focusFirstError(form, frames - 1)
    const [message = ''] = field?.getAttribute('aria-describedby')?.split(' ') ?? []
    for (const text of [document.getElementById(message), field?.labels?.[0]]) {
      text?.scrollIntoView({ block: 'nearest' })
    }
    // Last, so that in a low window the field itself is in view.
    field?.focus()
  })
}
