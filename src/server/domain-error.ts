import type { ErrorCode } from '#contract/errors'

interface Extra {
  /** Path of a field to what is wrong with it. */
  fields?: Record<string, string>
  /** For the log only: never personal data, codes or secrets. */
  detail?: string
  retryAfterSeconds?: number
  cause?: unknown
}

/** The one error the domain throws on purpose; `serve` turns it into an answer. */
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
