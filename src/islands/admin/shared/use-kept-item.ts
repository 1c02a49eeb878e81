import { useLayoutEffect, useState, type RefObject } from 'react'

/**
 * Returns what is loaded. When a sign-out empties it while a dialog is open in `place`, returns the last value until the
 * dialog closes, because the dialog holds what was typed; `isHidden` is then true.
 */
export function useKeptItem<Item>(loaded: Item | undefined, place: RefObject<HTMLElement | null>) {
  const [kept, keep] = useState(loaded)
  if (loaded !== undefined && loaded !== kept) keep(loaded)
  const isHidden = loaded === undefined && kept !== undefined
  useLayoutEffect(() => {
    const element = place.current
    if (!isHidden || !element) return undefined
    const forgetWithoutDialog = () => void (element.querySelector('dialog[open]') ?? keep(undefined))
    forgetWithoutDialog()
    const observer = new MutationObserver(forgetWithoutDialog)
    observer.observe(element, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [isHidden, place])
  return { item: loaded ?? kept, isHidden }
}
