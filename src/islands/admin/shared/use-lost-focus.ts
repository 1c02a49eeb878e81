import { useEffect, useRef } from 'react'

/** For the element that takes the focus when what had it has gone with what was `shown` before. */
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
