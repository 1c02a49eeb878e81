import { useEffect, useRef } from 'react'

/** Brings a new stage into view and tells screen readers of it, by moving the focus to what it returns the ref of. */
export function useStageChange(name: string) {
  const top = useRef<HTMLDivElement>(null)
  const before = useRef(name)
  useEffect(() => {
    if (before.current === name) return
    before.current = name
    top.current?.focus({ preventScroll: true })
    top.current?.scrollIntoView({ block: 'start' })
  }, [name])
  return top
}
