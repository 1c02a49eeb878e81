import { type OutgoingEmail, type EmailClient, EmailRefused } from '../../../src/server/clients/email.ts'
import type { Life } from './sim-process.ts'
import type { Timeline } from './timeline.ts'

/** A letter that the provider has taken. */
export interface Delivery {
  outboxId: string
  to: string
  subject: string
  at: number
  /** The process that handed it over. */
  life: string
  /** When that process has written down that it did; never, if it could not. */
  notedAt?: number
}

const PATIENCE = 10_000

/** A mail provider that forgets nothing. It knows no keys: what it is handed twice it delivers twice. */
export class Mailbox {
  readonly deliveries: Delivery[] = []
  readonly #timeline: Timeline

  constructor(timeline: Timeline) {
    this.#timeline = timeline
  }

  doorOf(life: Life): EmailClient {
    return {
      send: (letter) =>
        life.cross({
          door: 'mail',
          name: letter.subject,
          patience: PATIENCE,
          failure: (why) => new EmailRefused('code 0', false, new Error(why)),
          perform: async (_crossing, willing) => {
            if (!willing) throw new EmailRefused('code 429', false, undefined)
            this.#deliver(letter, life)
          },
        }),
    }
  }

  /** Which of a process's letters stand in the outbox as sent by now. */
  async lookUp({ name }: Life, sentOf: (outboxIds: string[]) => Promise<Set<string>>): Promise<void> {
    const open = this.deliveries.filter(({ life, notedAt }) => life === name && notedAt === undefined)
    if (open.length === 0) return
    const sent = await sentOf(open.map(({ outboxId }) => outboxId))
    for (const delivery of open) if (sent.has(delivery.outboxId)) delivery.notedAt = this.#timeline.now
  }

  #deliver({ outboxId, to, subject }: OutgoingEmail, { name }: Life): void {
    this.deliveries.push({ outboxId, to, subject, at: this.#timeline.now, life: name })
  }
}
