/** A booking button is a telephone link until this takes the press: what opens the widget is fetched only then. */
export function bookingPress(): void {
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element && event.target.closest('[data-book]')
    if (!(button instanceof HTMLAnchorElement)) return
    event.preventDefault()
    import('../../lib/book.ts').then(
      ({ book }) => book(),
      () => location.assign(button.href),
    )
  })
}
