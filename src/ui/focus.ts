/** Focuses the first invalid field and scrolls its error message and label into view, after the next render. */
export function focusFirstError(form: HTMLElement): void {
  requestAnimationFrame(() => {
    const field = form.querySelector<HTMLInputElement>('[aria-invalid="true"]')
    const [message = ''] = field?.getAttribute('aria-describedby')?.split(' ') ?? []
    for (const text of [document.getElementById(message), field?.labels?.[0]]) {
      text?.scrollIntoView({ block: 'nearest' })
    }
    // Last, so that in a low window the field itself is in view.
    field?.focus()
  })
}
