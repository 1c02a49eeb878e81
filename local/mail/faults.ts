import type { Message } from 'postmark'
import { inactiveRecipients, postmarkError, type PostmarkError } from './postmark-errors.ts'
import { recipientsOf } from './recipients.ts'

export interface Fault {
  /** HTTP status: 422 for what Postmark refuses, 429, 500, 503. */
  status: number
  code: number
  times: number
  message?: string
  /** The mails are taken all the same, and only the sender does not learn of it. */
  taken?: boolean
}

export interface MailControl {
  /** The next calls are answered with this. */
  fail(fault: Fault): void
  /** From now on every mail to this address is refused; 406 (inactive recipient) if no other code is given. */
  refuse(address: string, code?: number): void
  /** Ends all faults. */
  heal(): void
}

export class Faults implements MailControl {
  readonly #coming: Fault[] = []
  readonly #refused = new Map<string, number>()

  fail(fault: Fault): void {
    this.#coming.push({ ...fault })
  }

  refuse(address: string, code = 406): void {
    this.#refused.set(address.toLowerCase(), code)
  }

  heal(): void {
    this.#coming.length = 0
    this.#refused.clear()
  }

  next(): Fault | undefined {
    const [fault] = this.#coming
    if (fault && --fault.times <= 0) this.#coming.shift()
    return fault
  }

  refusal(message: Partial<Message>): PostmarkError | undefined {
    const refused = recipientsOf(message).filter((address) => this.#refused.has(address.toLowerCase()))
    if (refused.length === 0) return undefined
    const code = this.#refused.get(refused[0]?.toLowerCase() ?? '') ?? 406
    return code === 406 ? inactiveRecipients(refused) : postmarkError(code)
  }
}
