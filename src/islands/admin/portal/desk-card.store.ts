import { signal } from '@preact/signals-react'
import { readFlag, setFlag } from '#islands/admin/shared/stored-flag.ts'

const PRINTED = 'adminDeskCardPrinted'

/** Whether it was printed from this browser. */
export const isDeskCardPrinted = signal(readFlag(PRINTED))

/** Whether the page holds the card. It prints when it is added. */
export const isDeskCardOpen = signal(false)

/** Opens the browser's print dialog with the card. */
export const printDeskCard = (): void => void (isDeskCardOpen.value = true)

export const closeDeskCard = (): void => void (isDeskCardOpen.value = false)

export function setDeskCardPrinted(): void {
  isDeskCardPrinted.value = true
  setFlag(PRINTED)
}
