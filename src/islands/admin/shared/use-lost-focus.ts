import { useEffect, useRef } from 'react'

/** Returns a ref for the element that takes the focus if a change of `shown` removed the focused element. */
export function useLostFocus<E extends HTMLElement>(shown: unknown) {
  const ref = useRef<E>(null)
  const before = useRef(shown)
  useEffect(() => {
    if (before.current === shown) return
    before.current = shown
    if (document.activeElement === document.body) ref.current?.focus({ preventScroll: true })
  }, [shown])
  return ref
}
