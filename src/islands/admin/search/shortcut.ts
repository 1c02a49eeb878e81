import { signal } from '@preact/signals-react'

const STORAGE_KEY = 'searchShortcut'

/** Whether the key / opens the search. A shortcut of one character can be turned off, because speech input may type it. */
export const hasShortcut = signal(true)

/** Reads the setting of this device. It has no effect where storage is blocked. */
export function readShortcut(): void {
  try {
    hasShortcut.value = localStorage.getItem(STORAGE_KEY) !== 'off'
  } catch {
    // Blocked: the shortcut stays on.
  }
}

export function setShortcut(isOn: boolean): void {
  hasShortcut.value = isOn
  try {
    localStorage.setItem(STORAGE_KEY, isOn ? 'on' : 'off')
  } catch {
    // Blocked: kept until the page is closed.
  }
}
