import { DomainError } from '../domain-error.ts'
import type { Services } from '../clients/services.ts'
import { requeueMail } from './outbox.ts'

/** Puts a mail that was given up on back in the queue, for another address if one is given. */
export async function resendMail(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { id, recipient, actor }: { id: string; recipient: string | undefined; actor: string },
): Promise<void> {
  const [taken] = await db.run(requeueMail(id, recipient, actor, clock.now()))
  if (!taken) throw new DomainError('not_found', 'This mail is no longer waiting to be sent.')
}
