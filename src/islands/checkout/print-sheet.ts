import { useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * Returns which of a page's sheets prints, and a function that prints one. The browser's own Print takes the `usual` one.
 * `render` sets the state that renders sheets loaded only now.
 */
export function usePrintSheets<Sheet extends string>(usual: Sheet) {
  const [chosen, setChosen] = useState(usual)
  const printSheet = async (sheet: Sheet, render?: () => void) => {
    // The sheet must be marked before the browser lays the page out for print.
    flushSync(() => {
      render?.()
      setChosen(sheet)
    })
    // A sheet that has just been loaded has no drawings yet. Without one of them it prints all the same.
    const drawings = document.querySelectorAll<HTMLImageElement>('[data-print] img')
    await Promise.allSettled(Array.from(drawings, (drawing) => drawing.decode()))
    print()
  }
  return { chosen, printSheet }
}
