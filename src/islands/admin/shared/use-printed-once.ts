import { useEffect } from 'react'

/** Prints the page once its sheets are added, and calls back when the print dialog is closed. */
export function usePrintedOnce(onPrinted: () => void): void {
  useEffect(() => {
    const controller = new AbortController()
    print()
    // Not when print() returns: on an iPhone that is before the page is laid out for print.
    for (const type of ['pointerdown', 'keydown'])
      addEventListener(type, onPrinted, { capture: true, signal: controller.signal })
    return () => controller.abort()
  }, [onPrinted])
}
