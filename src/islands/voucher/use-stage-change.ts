import { useEffect, useRef } from 'react'

/** For the element that holds the step: brings a new one into view, and tells screen readers of it by taking the focus. */
export function useStageChange(name: string) {
  const ref = useRef<HTMLDivElement>(null)
  const before = useRef(name)
  useEffect(() => {
    if (before.current === name) return
    before.current = name
    ref.current?.focus({ preventScroll: true })
    ref.current?.scrollIntoView({ block: 'start' })
  }, [name])
  return { ref, tabIndex: -1, className: 'stack scroll-mt-24 outline-none' }
}
