import { useState } from 'react'
import { flushSync } from 'react-dom'
import { printPage } from '#islands/checkout/print-page.ts'

/**
 * Returns which of a page's sheets prints, and a function that prints one. The browser's own Print takes the `usual` one.
 * `titles` name the PDF of each. `elsewhere`: see printPage. `render` sets the state that renders sheets loaded only now.
 */
export function usePrintSheets<Sheet extends string>(
  usual: NoInfer<Sheet>,
  titles: Record<Sheet, string>,
  elsewhere?: string,
) {
  const [chosen, setChosen] = useState<Sheet>(usual)
  const printSheet = async (sheet: Sheet, render?: () => void) => {
    // The sheet must be marked before the browser lays the page out for print.
    flushSync(() => {
      render?.()
      setChosen(sheet)
    })
    // A sheet that has just been loaded has no drawings yet. Without one of them it prints all the same.
    const drawings = document.querySelectorAll<HTMLImageElement>('[data-print] img')
    await Promise.allSettled(Array.from(drawings, (drawing) => drawing.decode()))
    printPage(titles[sheet], elsewhere)
  }
  return { chosen, printSheet }
}

/** Names a sheet by the number that people quote: "Receipt 1042". */
export const sheetTitle = (sheet: string, which: number | string = ''): string => `${sheet} ${which}`.trim()

/** Names the sheets of a voucher. One that was not bought online has no number, but the end of a code. */
export function voucherTitles({ number, codeEnd }: { number?: number | undefined; codeEnd?: string }) {
  const which = number ?? (codeEnd && `ending ${codeEnd}`)
  return { voucher: sheetTitle('Gift voucher', which), receipt: sheetTitle('Receipt', which) }
}
