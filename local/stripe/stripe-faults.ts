/** A fault that hits the next matching requests. */
export interface StripeFault {
  /** Method and path with `*` as wildcard, such as `POST /v1/payment_intents/*`. */
  match: string
  /** Number of requests to hit; 1 by default. */
  times?: number
  /** Delay before anything else (ms). */
  delayMs?: number
  /** Responds with this status without running the request; 0 breaks the connection. The default fault is 500. */
  status?: number
  /** Runs the request, then breaks the connection, so that the response is lost. */
  after?: boolean
}

export interface StripeFaults {
  add(fault: StripeFault): void
  take(call: string): StripeFault | undefined
  clear(): void
}

export function createStripeFaults(): StripeFaults {
  let faults: (StripeFault & { remaining: number })[] = []
  return {
    add: (fault) => void faults.push({ ...fault, remaining: fault.times ?? 1 }),
    take(call) {
      const fault = faults.find(({ match, remaining }) => remaining > 0 && matches(match, call))
      if (fault) fault.remaining--
      return fault
    },
    clear: () => void (faults = []),
  }
}

function matches(pattern: string, call: string): boolean {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`))
  return new RegExp(`^${parts.join('.*')}$`).test(call)
}

/** Returns the status that a fault sends instead of running the request, if any. */
export function faultStatus({ status, after, delayMs }: StripeFault): number | undefined {
  if (after) return undefined
  return status ?? (delayMs === undefined ? 500 : undefined)
}
