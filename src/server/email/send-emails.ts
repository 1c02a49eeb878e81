import { env } from '../env.ts'
import { describeFailure, log } from '../log.ts'
import { EmailRefused } from '../clients/email.ts'
import type { Services } from '../clients/services.ts'
import { claimDue, markRefused, markSent, type OutboxMail } from './outbox.ts'
import { renderLetter } from './templates.ts'

type Deps = Pick<Services, 'db' | 'email' | 'clock'>

const BATCH = 10
const MINUTE = 60_000
/** The pause after each failed try, in minutes; after the last one, somebody has to look. */
const PAUSES = [1, 2, 5, 15, 30, 60, 120, 240, 480, 720, 1440]
/** A scheduled function lives 30 s. */
const TIME_LIMIT = 20_000

/** Sends what is due and answers how many left. Several may run at once; each mail is taken by one. */
export async function sendEmails(services: Deps, timeIsUp = timeLimit(services.clock)): Promise<number> {
  const { db, clock } = services
  let sent = 0
  while (!timeIsUp()) {
    const claimed = await db.run(claimDue(clock.now(), BATCH))
    for (const mail of claimed) {
      // A provider that hangs: what is left is taken again when this claim has lapsed.
      if (timeIsUp()) break
      sent += Number(await sendOne(services, mail))
    }
    if (claimed.length < BATCH) break
  }
  return sent
}

function timeLimit(clock: Deps['clock']): () => boolean {
  const stopAt = clock.now().getTime() + TIME_LIMIT
  return () => clock.now().getTime() >= stopAt
}

async function sendOne({ db, email: mail, clock }: Deps, letter: OutboxMail): Promise<boolean> {
  try {
    const rendered = renderLetter(letter.template, letter.data, env('URL'))
    await mail.send({ ...rendered, to: letter.recipient, outboxId: letter.id })
  } catch (error) {
    const pause = PAUSES[letter.attempts]
    const permanent = error instanceof EmailRefused && error.permanent
    const dueAt =
      permanent || pause === undefined ? undefined : new Date(clock.now().getTime() + pause * MINUTE)
    const reason = error instanceof EmailRefused ? error.reason : 'not rendered'
    await db.run(markRefused(letter.id, reason, dueAt, clock.now()))
    log(dueAt ? 'warn' : 'error', 'mail not sent', { outbox: letter.id, reason, ...describeFailure(error) })
    return false
  }
  await db.run(markSent(letter.id, clock.now()))
  return true
}
