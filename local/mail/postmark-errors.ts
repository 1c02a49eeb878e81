/** https://postmarkapp.com/developer/api/overview#error-codes: those that the stand-in can return. */
const MESSAGES: Record<number, string> = {
  0: 'An internal error occurred.',
  10: 'The Server Token you provided in the X-Postmark-Server-Token request header was invalid. Please verify that you are using a valid token.',
  100: 'The Postmark API is offline for maintenance.',
  300: 'Invalid email request.',
  400: "The 'From' address you supplied is not a Sender Signature on your account.",
  401: "The 'From' address you supplied is a Sender Signature that is not confirmed.",
  402: 'Invalid JSON.',
  405: 'You have run out of credits, so you are not allowed to send.',
  406: 'You tried to send to recipient(s) that have been marked as inactive.',
  410: 'You can send up to 500 messages in a batch.',
  412: 'While your account is pending approval, all recipient addresses must share the domain of the From address.',
  429: 'Rate limit exceeded.',
  701: 'This message was not found.',
  1000: 'The query of bounces is invalid: count is 0 to 500, offset and count at most 10000, dates are Eastern time.',
  1001: 'The bounce was not found.',
  1003: 'Due to the type of bounce, this address cannot be reactivated.',
}

export interface PostmarkError {
  ErrorCode: number
  Message: string
}

export function postmarkError(code: number, message?: string): PostmarkError {
  return { ErrorCode: code, Message: message ?? MESSAGES[code] ?? `Refused with code ${code}.` }
}

/** The wording matters: Postmark's client parses the addresses from the message. */
export function inactiveRecipients(addresses: string[]): PostmarkError {
  const list = `Found inactive addresses: ${addresses.join(', ')}.`
  const why = 'Inactive recipients are ones that have generated a hard bounce or a spam complaint.'
  return postmarkError(406, `${MESSAGES[406]} ${list} ${why}`)
}

/** Thrown by what answers a request, which is then refused with this error. */
export class PostmarkRefusal extends Error {
  override name = 'PostmarkRefusal'
  readonly error: PostmarkError
  readonly status: number

  constructor(code: number, status = 422) {
    const error = postmarkError(code)
    super(error.Message)
    this.error = error
    this.status = status
  }

  response(): Response {
    return Response.json(this.error, { status: this.status })
  }
}
