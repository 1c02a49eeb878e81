import { useEffect, useRef, type ReactNode } from 'react'

/** Takes the focus when it appears: what had it is gone. */
export function FocusedHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <h2 ref={heading} tabIndex={-1} className="outline-none">
      {children}
    </h2>
  )
}
