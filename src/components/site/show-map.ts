/** 'Show map': OpenStreetMap's own takes the drawing's place. Nothing of theirs is asked for before. */
export function showMap(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-map]')
  if (!button) return
  button.hidden = false
  button.addEventListener('click', () => {
    const frame = document.createElement('iframe')
    frame.src = button.dataset['map'] ?? ''
    frame.title = 'Street map of the clinic, by OpenStreetMap'
    frame.className = 'absolute inset-0 size-full'
    frame.tabIndex = -1
    const place = button.parentElement
    place?.replaceChildren(frame)
    place?.removeAttribute('aria-hidden')
    frame.focus()
  })
}
