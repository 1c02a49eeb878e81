import type Stripe from 'stripe'

/** How a page of a list is spoiled: its order, or its second half left out, with or without more to come. */
export const PAGE_FAULTS = ['reversed', 'truncated', 'ended'] as const
export type PageFault = (typeof PAGE_FAULTS)[number]

/** Something that goes wrong with the next calls that match. */
export interface Fault {
  /** Method and path; `*` stands for anything, as in `POST /v1/payment_intents/*`. */
  match: string
  /** How many calls it meets; 1 if absent. */
  times?: number
  /** Waits so long first. */
  delayMs?: number
  /** Answers so without doing the work; 0 breaks the connection. 500 if nothing else is asked for. */
  status?: number
  /** Does the work, then breaks the connection: the answer is lost. */
  after?: boolean
  /** Does the work, then spoils the page of a list. */
  page?: PageFault
}

export interface Faults {
  add(fault: Fault): void
  take(call: string): Fault | undefined
  clear(): void
}

export function faultList(): Faults {
  let faults: (Fault & { left: number })[] = []
  return {
    add: (fault) => void faults.push({ ...fault, left: fault.times ?? 1 }),
    take(call) {
      const fault = faults.find(({ match, left }) => left > 0 && matches(match, call))
      if (fault) fault.left--
      return fault
    },
    clear: () => void (faults = []),
  }
}

function matches(pattern: string, call: string): boolean {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`))
  return new RegExp(`^${parts.join('.*')}$`).test(call)
}

/** The status a fault answers with instead of working, if any. */
export function faultStatus({ status, after, delayMs, page }: Fault): number | undefined {
  if (after || page) return undefined
  return status ?? (delayMs === undefined ? 500 : undefined)
}

/** Rewrites the JSON of a list. */
export function spoilPage(list: string, how: PageFault): string {
  const page: Stripe.ApiList<unknown> = JSON.parse(list)
  const half = page.data.slice(0, Math.floor(page.data.length / 2))
  const spoilt =
    how === 'reversed' ? { data: page.data.toReversed() } : { data: half, has_more: how === 'truncated' }
  return JSON.stringify({ ...page, ...spoilt })
}
