import { useEffect, useRef, type RefObject } from 'react'

/** Returns a ref, or `given`, for the element that takes the focus if a change of `shown` removed the focused element. */
export function useLostFocus<E extends HTMLElement>(shown: unknown, given?: RefObject<E | null>) {
  const own = useRef<E>(null)
  const ref = given ?? own
  const before = useRef(shown)
  useEffect(() => {
    if (before.current === shown) return
    before.current = shown
    if (document.activeElement === document.body) ref.current?.focus({ preventScroll: true })
  }, [shown, ref])
  return ref
}
