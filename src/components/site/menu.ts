/** The menu is a modal dialog: Escape, the focus trap and the way back are the browser's. What is left: it closes when an
 *  item is chosen and on a press outside, and opens where buttons do not know `command` yet. */
export function menu(): void {
  const dialog = document.querySelector<HTMLDialogElement>('#menu')
  if (!dialog) return

  dialog.addEventListener('click', ({ target }) => {
    // The dialog's children cover it: a press on itself is one on the ground behind it.
    if (target === dialog || (target instanceof Element && target.closest('a'))) dialog.close()
  })

  if ('command' in HTMLButtonElement.prototype) return
  for (const button of document.querySelectorAll('button[commandfor="menu"]')) {
    button.addEventListener('click', () => (dialog.open ? dialog.close() : dialog.showModal()))
  }
}
