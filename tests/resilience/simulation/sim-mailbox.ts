import type { Timeline } from '#local/timeline.ts'
import { EmailRefused, type EmailClient, type OutgoingEmail } from '#server/clients/email.ts'
import type { SimProcess } from '#tests/resilience/simulation/sim-process.ts'

/** An email that the provider has accepted. */
interface Delivery {
  outboxId: string
  to: string
  subject: string
  at: number
  /** The process that sent it. */
  processName: string
  /** When that process marked it as sent in the outbox; missing if it could not. */
  markedSentAt?: number
}

const TIMEOUT_MS = 10_000

/** A simulated email provider without idempotency keys: an email that is sent twice is delivered twice. */
export class SimMailbox {
  readonly deliveries: Delivery[] = []
  readonly #timeline: Timeline

  constructor(timeline: Timeline) {
    this.#timeline = timeline
  }

  clientFor(process: SimProcess): EmailClient {
    return {
      send: (email) =>
        process.call({
          service: 'mail',
          name: email.subject,
          timeoutMs: TIMEOUT_MS,
          toError: (why) => new EmailRefused('code 0', false, new Error(why)),
          perform: async (_call, isAvailable) => {
            if (!isAvailable) throw new EmailRefused('code 429', false, undefined)
            this.#deliver(email, process)
            return `message-${this.deliveries.length}`
          },
        }),
      listBounces: () => Promise.resolve([]),
    }
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

  #deliver({ outboxId, to, subject }: OutgoingEmail, { name }: SimProcess): void {
    this.deliveries.push({ outboxId, to, subject, at: this.#timeline.now, processName: name })
  }
}
