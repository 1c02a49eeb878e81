/** Calls back when the user tries to dismiss the dialog, and keeps it open. Returns a function that stops listening. */
export function onDismiss(dialog: HTMLDialogElement, dismiss: () => void): () => void {
  const listening = new AbortController()
  const { signal } = listening

  // On the document, because a press on empty space moves the focus to the body.
  const escape = (event: KeyboardEvent) => {
    const within = event.target instanceof Element ? event.target.closest('dialog') : null
    if (event.key !== 'Escape' || event.isComposing || (within ?? dialog) !== dialog) return
    event.preventDefault()
    dismiss()
  }
  document.addEventListener('keydown', escape, { signal })

  // Android's Back gesture. Browsers close the dialog if it is prevented repeatedly, as they do for Escape.
  const cancel = (event: Event) => {
    if (event.target !== dialog) return
    event.preventDefault()
    dismiss()
  }
  const closed = () => {
    if (dialog.open) return
    dialog.showModal()
    dismiss()
  }
  dialog.addEventListener('cancel', cancel, { signal })
  dialog.addEventListener('close', closed, { signal })

  // Head, body and foot fill the dialog, so an event whose target is the dialog itself is on the backdrop. The press
  // must start and end there: a text selection that starts inside may end outside.
  let startedOutside = false
  const begin = ({ target }: Event) => void (startedOutside = target === dialog)
  const end = ({ target }: Event) => startedOutside && target === dialog && dismiss()
  dialog.addEventListener('pointerdown', begin, { signal })
  dialog.addEventListener('click', end, { signal })
  return () => listening.abort()
}
