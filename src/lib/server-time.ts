import { signal } from '@preact/signals-react'

/** How far the server's clock is ahead of the device's (ms); undefined until it has answered. */
const ahead = signal<number | undefined>(undefined)

/** Takes the time from a response: a device may be weeks wrong. */
export function noteServerTime({ headers }: Response): void {
  const at = Date.parse(headers.get('date') ?? '')
  if (!Number.isNaN(at)) ahead.value = at - Date.now()
}

/** Whether the server has answered. */
export const isServerTimeKnown = (): boolean => ahead.value !== undefined

/** The time of the server; that of the device until it has answered. */
export const serverNow = (): Date => new Date(Date.now() + (ahead.value ?? 0))
