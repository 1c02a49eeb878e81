import type { ErrorCode } from '#contract/errors.ts'

interface Extra {
  /** Error message by field path. */
  fields?: Record<string, string>
  /** What somebody else has saved meanwhile. */
  current?: unknown
  /** Logged, never sent: no personal data, voucher codes or secrets. */
  detail?: string
  retryAfterSeconds?: number
  cause?: unknown
}

/** The error that domain code throws on purpose; `serve` turns it into a response. */
export class DomainError extends Error {
  override name = 'DomainError'
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  readonly current: unknown
  readonly detail: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, message: string, extra: Extra = {}) {
    super(message, { cause: extra.cause })
    this.code = code
    this.fields = extra.fields
    this.current = extra.current
    this.detail = extra.detail
    this.retryAfterSeconds = extra.retryAfterSeconds
  }
}
