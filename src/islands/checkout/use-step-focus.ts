import { useEffect, useRef } from 'react'

/** For the element that holds a step: brings a new one into view, and tells screen readers of it by taking the focus. */
export function useStepFocus(takeArrival: () => boolean) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!takeArrival()) return
    // Not at once: after Back or Forward the browser still has its own mind about focus and scrolling.
    requestAnimationFrame(() => {
      ref.current?.focus({ preventScroll: true })
      ref.current?.scrollIntoView({ block: 'start' })
    })
  }, [takeArrival])
  return ref
}
