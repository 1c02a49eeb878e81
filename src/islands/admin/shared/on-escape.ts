/** Calls back on Escape, but not in a dialog or a toast, which have an Escape of their own. */
export function onEscape(leave: (target: Element) => void): () => void {
  const listener = ({ key, target, defaultPrevented, isComposing }: KeyboardEvent) => {
    if (key !== 'Escape' || defaultPrevented || isComposing || document.querySelector('dialog[open]')) return
    if (target instanceof Element && !target.closest('.toasts')) leave(target)
  }
  addEventListener('keydown', listener)
  return () => removeEventListener('keydown', listener)
}
