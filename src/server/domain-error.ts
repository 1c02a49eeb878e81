import type { ErrorCode } from '#contract/base/errors.ts'

interface Extra {
  /** Error message by field path. */
  fields?: Record<string, string>
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
  readonly detail: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, message: string, extra: Extra = {}) {
    super(message, { cause: extra.cause })
    this.code = code
    this.fields = extra.fields
    this.detail = extra.detail
    this.retryAfterSeconds = extra.retryAfterSeconds
  }
}
