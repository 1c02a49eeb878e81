/** Focuses the first invalid field and scrolls its error message into view, after the next render. */
export function focusFirstError(form: HTMLElement): void {
  requestAnimationFrame(() => {
    const field = form.querySelector<HTMLElement>('[aria-invalid="true"]')
    const [message = ''] = field?.getAttribute('aria-describedby')?.split(' ') ?? []
    document.getElementById(message)?.scrollIntoView({ block: 'nearest' })
    // Last, so that in a low window the field itself is in view.
    field?.focus()
  })
}
