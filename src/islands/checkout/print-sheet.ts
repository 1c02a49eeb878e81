import { useState } from 'react'
import { flushSync } from 'react-dom'

/** Returns which of a page's sheets prints, and a function that prints one. The browser's own Print takes the `usual` one. */
export function usePrintSheets<Sheet extends string>(usual: Sheet) {
  const [chosen, setChosen] = useState(usual)
  const printSheet = (sheet: Sheet) => {
    // The sheet must be marked before the browser lays the page out for print.
    flushSync(() => setChosen(sheet))
    print()
  }
  return { chosen, printSheet }
}
