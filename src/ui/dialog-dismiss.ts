/** Tells of every wish to close a dialog, which stays open until somebody does. */
export function onDismiss(dialog: HTMLDialogElement, wish: () => void): () => void {
  const listening = new AbortController()
  const { signal } = listening

  // On the document: a press on nothing leaves the focus with the page.
  const escape = (event: KeyboardEvent) => {
    const within = event.target instanceof Element ? event.target.closest('dialog') : null
    if (event.key !== 'Escape' || event.isComposing || (within ?? dialog) !== dialog) return
    event.preventDefault()
    wish()
  }
  document.addEventListener('keydown', escape, { signal })

  // A phone's way back, which like Escape can be prevented only so often.
  const cancel = (event: Event) => {
    if (event.target !== dialog) return
    event.preventDefault()
    wish()
  }
  const closed = () => {
    if (dialog.open) return
    dialog.showModal()
    wish()
  }
  dialog.addEventListener('cancel', cancel, { signal })
  dialog.addEventListener('close', closed, { signal })

  // The head, body and foot fill a dialog, so that what hits the dialog itself hit its backdrop. Both ends of the press
  // must: text selected from within may end outside.
  let begunOutside = false
  const begin = ({ target }: Event) => void (begunOutside = target === dialog)
  const end = ({ target }: Event) => begunOutside && target === dialog && wish()
  dialog.addEventListener('pointerdown', begin, { signal })
  dialog.addEventListener('click', end, { signal })
  return () => listening.abort()
}
