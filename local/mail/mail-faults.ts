import type { Message } from 'postmark'
import { inactiveRecipients, postmarkError, type PostmarkError } from '#local/mail/postmark-errors.ts'
import { recipientsOf } from '#local/mail/recipients.ts'

export interface MailFault {
  /** HTTP status, such as 422 (refused by Postmark), 429, 500 or 503. */
  status: number
  code: number
  times: number
  message?: string
  /** Accepts the emails although the sender gets an error. */
  taken?: boolean
}

/** Faults of the API, set by tests and people. */
export interface MailFaultControl {
  /** Makes the next requests fail. */
  fail(fault: MailFault): void
  /** Refuses every email to this address from now on; the default code is 406 (inactive recipient). */
  refuse(address: string, code?: number): void
  /** Makes every request to the API fail with 503, until it is up again. */
  setDown(down: boolean): void
  /** Removes all faults. */
  heal(): void
}

export class MailFaults implements MailFaultControl {
  readonly #planned: MailFault[] = []
  readonly #refusedAddresses = new Map<string, number>()
  #isDown = false

  get isDown(): boolean {
    return this.#isDown
  }

  fail(fault: MailFault): void {
    this.#planned.push({ ...fault })
  }

  refuse(address: string, code = 406): void {
    this.#refusedAddresses.set(address.toLowerCase(), code)
  }

  setDown(down: boolean): void {
    this.#isDown = down
  }

  heal(): void {
    this.#isDown = false
    this.#planned.length = 0
    this.#refusedAddresses.clear()
  }

  next(): MailFault | undefined {
    const [fault] = this.#planned
    if (fault && --fault.times <= 0) this.#planned.shift()
    return fault
  }

  refusal(message: Partial<Message>): PostmarkError | undefined {
    const refused = recipientsOf(message).filter((address) =>
      this.#refusedAddresses.has(address.toLowerCase()),
    )
    if (refused.length === 0) return undefined
    const code = this.#refusedAddresses.get(refused[0]?.toLowerCase() ?? '') ?? 406
    return code === 406 ? inactiveRecipients(refused) : postmarkError(code)
  }
}
