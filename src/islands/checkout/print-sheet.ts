import { useState } from 'react'
import { flushSync } from 'react-dom'

type Sheet = 'voucher' | 'receipt'

/** Returns which of a page's two sheets prints, and a function that prints one. The browser's own Print takes the voucher. */
export function usePrintSheets(): { chosen: Sheet; printSheet: (sheet: Sheet) => void } {
  const [chosen, setChosen] = useState<Sheet>('voucher')
  const printSheet = (sheet: Sheet) => {
    // The sheet must be marked before the browser lays the page out for print.
    flushSync(() => setChosen(sheet))
    print()
  }
  return { chosen, printSheet }
}
