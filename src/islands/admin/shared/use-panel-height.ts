import { useLayoutEffect, type RefObject } from 'react'
import { isBesideList } from '#islands/admin/shared/list-address.ts'

/** Distance of the panel from the bottom of the window, in px. */
const MARGIN = 16
const HEIGHT_MIN = 240

/**
 * Fits a panel beside a list into the window. The panel then has its own scroll bar, and moving the focus into it does not
 * scroll the list.
 */
export function usePanelHeight(panel: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const listening = new AbortController()
    const fit = () => fitIntoWindow(panel.current)
    fit()
    for (const type of ['scroll', 'resize'])
      addEventListener(type, fit, { passive: true, signal: listening.signal })
    return () => listening.abort()
  }, [panel])
}

function fitIntoWindow(element: HTMLElement | null): void {
  if (!element) return
  const room = innerHeight - element.getBoundingClientRect().top - MARGIN
  element.style.maxHeight = isBesideList() ? `${Math.max(HEIGHT_MIN, room)}px` : ''
}
