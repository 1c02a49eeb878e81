import { AsyncLocalStorage } from 'node:async_hooks'

const request = new AsyncLocalStorage<{ requestId: string }>()

/** Runs `work` so that every line it logs, also after the response, carries the request id. */
export function withRequestId<Result>(requestId: string, work: () => Result): Result {
  return request.run({ requestId }, work)
}

/** Writes one JSON line. Ids, error codes and durations only: no names, addresses, voucher codes or secrets. */
export function log(level: 'info' | 'warn' | 'error', message: string, facts: Record<string, unknown> = {}) {
  // oxlint-disable-next-line no-console -- the one place that writes the log
  console[level](JSON.stringify({ level, message, ...request.getStore(), ...facts }))
}

/** Returns an error's class, code and stack frame for the log, not its message, which may quote user input. */
export function describeFailure(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { failure: typeof error }
  const { code, constraint, detail } = error as Error & {
    code?: unknown
    constraint?: unknown
    detail?: unknown
  }
  // The stack begins with the message, which may contain lines that look like frames.
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
