import { useEffect } from 'react'
import { printPage } from '#islands/checkout/print-page.ts'

/** Prints the page under a title once its sheets are added, and calls back when the print dialog is closed. */
export function usePrintedOnce(title: string, onPrinted: () => void): void {
  useEffect(() => {
    const controller = new AbortController()
    printPage(title)
    // Not when print() returns: on an iPhone that is before the page is laid out for print.
    for (const type of ['pointerdown', 'keydown'])
      addEventListener(type, onPrinted, { capture: true, signal: controller.signal })
    return () => controller.abort()
  }, [title, onPrinted])
}
