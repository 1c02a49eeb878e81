import { AsyncLocalStorage } from 'node:async_hooks'

const request = new AsyncLocalStorage<{ requestId: string }>()

/** Every line that `work` logs, now or after its answer, carries the request's id. */
export function withRequestId<Result>(requestId: string, work: () => Result): Result {
  return request.run({ requestId }, work)
}

/** One structured line. Ids, codes of errors and durations only: no names, addresses, voucher codes or secrets. */
export function log(level: 'info' | 'warn' | 'error', message: string, facts: Record<string, unknown> = {}) {
  // oxlint-disable-next-line no-console -- the one place that writes the log
  console[level](JSON.stringify({ level, message, ...request.getStore(), ...facts }))
}

/** What the log keeps of a failure: its class, code and place, not its message, which may quote what was typed. */
export function describeFailure(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { failure: typeof error }
  const { code, constraint, detail } = error as Error & {
    code?: unknown
    constraint?: unknown
    detail?: unknown
  }
  // The message stands above the frames, and may have lines that look like one.
  const frames = error.stack?.replace(error.message, '').split('\n')
  const place = frames?.find((line) => /^ +at /.test(line))?.trim()
  return {
    failure: error.name,
    code,
    constraint,
    detail: error.name === 'DomainError' ? detail : undefined,
    place,
  }
}
