import type { BounceType } from '#local/mail/bounce-types.ts'
import type { LocalMail } from '#local/mail/local-mail.ts'
import type { MailEvent } from '#local/mail/mail-events.ts'
import { openMailbox, type Mailbox } from '#local/mail/mailbox.ts'
import { listBounces } from '#local/mail/postmark-bounces.ts'
import type { Timeline } from '#local/timeline.ts'
import { EmailRefused, type EmailClient, type OutgoingEmail } from '#server/clients/email.ts'
import type { SimProcess } from '#tests/resilience/simulation/sim-process.ts'

/** An email that the provider has accepted. */
export interface DeliveredEmail {
  outboxId: string
  messageId: string
  to: string
  subject: string
  /** The voucher code in its text. */
  code?: string
  at: number
  /** The process that sent it. */
  processName: string
  /** When that process marked it as sent in the outbox; missing if it could not. */
  markedSentAt?: number
  /** When the provider first reported on it, which also marks it as sent. */
  reportedAt?: number
}

/** Postmark's types of bounces after which an email has not arrived. */
export const BOUNCED: BounceType[] = ['HardBounce', 'BadEmailAddress', 'Blocked', 'DMARCPolicy']

export const isGiftEmail = ({ subject }: Pick<DeliveredEmail, 'subject'>) =>
  subject.startsWith('A gift voucher for')

const TIMEOUT_MS = 10_000
const DAY_MS = 86_400_000
const CODE = /^Voucher code: ([0-9A-Z-]+)$/m

/**
 * A simulated email provider without idempotency keys: an email that is sent twice is delivered twice. It refuses emails to
 * addresses that do not exist or have complained, once it knows.
 */
export class SimMailbox {
  readonly deliveries: DeliveredEmail[] = []
  /** Addresses to which it has refused an email. */
  readonly refused = new Set<string>()
  /** Receives every email that it accepts. */
  onDelivery: (delivery: DeliveredEmail) => void = () => {}
  readonly #kept: Mailbox = openMailbox()
  readonly #timeline: Timeline

  constructor(timeline: Timeline) {
    this.#timeline = timeline
  }

  clientFor(process: SimProcess): EmailClient {
    const callProvider = <Answer>(name: string, work: () => Answer) =>
      process.call({
        service: 'mail',
        name,
        timeoutMs: TIMEOUT_MS,
        toError: (why) => new EmailRefused({ reason: 'code 0', mayHaveLeft: true, cause: new Error(why) }),
        perform: async (_call, isAvailable) => {
          if (!isAvailable) throw new EmailRefused({ reason: 'code 429' })
          return work()
        },
      })
    return {
      send: (email) => callProvider(email.subject, () => this.#accept(email, process)),
      listBounces: (since) => callProvider('GET bounces', () => this.#listBounces(since)),
    }
  }

  /** What happened to the emails, as the provider knows it. */
  events(): readonly MailEvent[] {
    return this.#kept.events()
  }

  find(messageId: string): LocalMail {
    return this.#kept.find(messageId)!
  }

  record(event: MailEvent): void {
    this.#kept.record(event)
  }

  activate(address: string): void {
    this.#kept.activate(address)
  }

  /** Records which emails of a process the outbox has marked as sent by now. */
  async recordSent(
    { name }: SimProcess,
    findSent: (outboxIds: string[]) => Promise<Set<string>>,
  ): Promise<void> {
    const open = this.deliveries.filter(
      ({ processName, markedSentAt }) => processName === name && markedSentAt === undefined,
    )
    if (open.length === 0) return
    const sent = await findSent(open.map(({ outboxId }) => outboxId))
    for (const delivery of open) {
      if (sent.has(delivery.outboxId)) delivery.markedSentAt = this.#timeline.now
    }
  }

  #accept({ outboxId, to, subject, text, html }: OutgoingEmail, { name }: SimProcess): string {
    if (this.#kept.isInactive(to)) {
      this.refused.add(to)
      throw new EmailRefused({ reason: 'code 406', permanent: true })
    }
    const { now } = this.#timeline
    const messageId = `message-${this.deliveries.length + 1}`
    const code = CODE.exec(text)?.[1]?.replaceAll('-', '')
    const delivery = { outboxId, messageId, to, subject, ...(code && { code }), at: now, processName: name }
    this.deliveries.push(delivery)
    this.#kept.add({
      id: messageId,
      to,
      from: 'sender@clinic.example',
      replyTo: '',
      subject,
      text,
      html,
      attachments: [],
      headers: [],
      metadata: { outbox: outboxId },
      messageStream: 'outbound',
      sentAt: new Date(now).toISOString(),
    })
    this.onDelivery(delivery)
    return messageId
  }

  /** Rows of every other bounce lack the offset of their Eastern time. */
  #listBounces(since: Date): unknown[] {
    const from = new Date(since.getTime() - DAY_MS).toISOString().slice(0, 10)
    const params = new Map([
      ['count', '500'],
      ['offset', '0'],
      ['fromdate', from],
    ])
    return listBounces(this.#kept, params).Bounces.map((row) => ({
      ...row,
      BouncedAt: row.ID % 2 === 0 ? row.BouncedAt : row.BouncedAt.replace(/[+-]\d\d:\d\d$/, ''),
    }))
  }
}
