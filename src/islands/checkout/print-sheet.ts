import { useState } from 'react'
import { flushSync } from 'react-dom'

/** Marks the sheet that prints; print.css hides everything else. */
export type PrintMark = 'receipt' | undefined

/** Returns the marks of a page's two sheets, and a function that prints one. The browser's own Print takes the first. */
export function usePrintSheets() {
  const [chosen, setChosen] = useState<'voucher' | 'receipt'>('voucher')
  const markOf = (sheet: typeof chosen): PrintMark => (sheet === chosen ? 'receipt' : undefined)
  return {
    voucherMark: markOf('voucher'),
    receiptMark: markOf('receipt'),
    printSheet(sheet: typeof chosen) {
      // The mark must be in the page before the browser lays it out for print.
      flushSync(() => setChosen(sheet))
      print()
    },
  }
}
