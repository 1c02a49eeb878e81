import { useEffect, useRef, type ReactNode } from 'react'
import { Button } from '#ui/Button.tsx'
import { reloadForScripts } from '#ui/reload.ts'

interface Props {
  /** What could not be loaded, and what that means. */
  children: ReactNode
  /** Keeps what the reload would lose. */
  beforeReload?: (() => void) | undefined
  /** For a part that nobody has asked for: the focus and the page stay where they are. */
  isQuiet?: boolean
  className?: string
}

/** Radio buttons and checkboxes are pressed, and what they open may be what could not be loaded. */
const FIELD = 'input:not([type=radio], [type=checkbox]), textarea, select'

/**
 * Stands in for a part of the page whose scripts could not be loaded. It comes into view with the focus, because what it
 * replaces may have been higher, and the person would look at another place of the page. Somebody who is typing is left alone.
 */
export function LoadFailed({ children, beforeReload, isQuiet = false, className = 'message' }: Props) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isQuiet) return
    const show = () => {
      if (document.activeElement?.matches(FIELD)) return
      place.current?.querySelector('button')?.focus({ preventScroll: true })
      place.current?.scrollIntoView({ block: 'nearest' })
    }
    // After the step around it, which takes the focus a frame after it is rendered.
    requestAnimationFrame(() => requestAnimationFrame(show))
  }, [isQuiet])
  function reload() {
    beforeReload?.()
    reloadForScripts()
  }
  return (
    <div ref={place} role="alert" className={`stack scroll-my-24 ${className}`}>
      <p>{children}</p>
      <Button variant="quiet" onClick={reload}>
        Reload
      </Button>
    </div>
  )
}
