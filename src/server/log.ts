import { AsyncLocalStorage } from 'node:async_hooks'

const request = new AsyncLocalStorage<{ requestId: string; intent?: string }>()

/** Runs `work` so that every line it logs, also after the response, carries the request id. */
export function withRequestId<Result>(requestId: string, work: () => Result): Result {
  return request.run({ requestId }, work)
}

/** Adds the id of our PaymentIntent that this request is about to its next lines. */
export function noteIntent(intent: string): void {
  const store = request.getStore()
  if (store) store.intent = intent
}

/** Writes one JSON line. Ids, error codes and durations only: no names, addresses, voucher codes or secrets. */
export function log(level: 'info' | 'warn' | 'error', message: string, facts: Record<string, unknown> = {}) {
  // oxlint-disable-next-line no-console -- the one place that writes the log
  console[level](JSON.stringify({ level, message, ...request.getStore(), ...facts }))
}

/**
 * Returns an error's class, code, causes and place for the log, not its message, which may quote user input. What failed
 * outside is a cause.
 */
export function describeFailure(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { failure: typeof error }
  const { code, statusCode, constraint, detail } = error as Fields
  return {
    failure: classOf(error),
    code,
    status: statusCode,
    constraint,
    detail: error.name === 'DomainError' ? detail : undefined,
    causes: causesOf(error),
    place: placeOf(error),
  }
}

type Fields = Error &
  Partial<Record<'code' | 'statusCode' | 'constraint' | 'detail' | 'type' | 'sourceError', unknown>>

/** Stripe's errors are all called "Error", and name their class in `type`. */
const classOf = ({ name, type }: Fields) =>
  typeof type === 'string' && type.startsWith('Stripe') ? type : name

/** Returns such as "NeonDbError < TypeError < Error ECONNREFUSED" without the first, undefined if there is none. */
function causesOf(error: Fields): string | undefined {
  const causes: string[] = []
  for (let cause = causeOf(error); cause; cause = causeOf(cause))
    causes.push([classOf(cause), cause.code, cause.statusCode].filter(Boolean).join(' '))
  return causes.join(' < ') || undefined
}

/** Neon's driver and Stripe's keep the cause under names of their own. */
function causeOf({ cause, sourceError, detail }: Fields): Fields | undefined {
  return [cause, sourceError, detail].find((inner) => inner instanceof Error)
}

const CALLERS_MAX = 4

/** Returns the first stack frame and the names of the functions that called it. */
function placeOf({ stack, message }: Error): string | undefined {
  // The stack begins with the message, which may contain lines that look like frames.
  const frames = stack?.replace(message, '').split('\n') ?? []
  const [first, ...callers] = frames.map((line) => line.trim()).filter((line) => line.startsWith('at '))
  const names = callers.flatMap((line) => /^at (?:async )?([\w.]+) \((?!node:|index )/.exec(line)?.[1] ?? [])
  return first && [first, ...names.slice(0, CALLERS_MAX)].join(' < ')
}
