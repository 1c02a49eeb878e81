import type { Reply } from '#contract/endpoint'
import type { eraseCustomerEndpoint } from '#contract/customers'
import { DomainError } from '../domain-error.ts'
import type { Services } from '../clients/services.ts'
import { eraseAll, lockAll, type OpenThing, selectOpen } from './erase-queries.ts'

type Deps = Pick<Services, 'db' | 'clock'>
type Erased = Reply<typeof eraseCustomerEndpoint>

/**
 * Removes what identifies a person from everything we keep, their own words included; amounts, days and the card
 * provider's ids stay for the books. Not while something is still owed to them. Whoever is not there any more is erased.
 */
export async function eraseCustomer({ db, clock }: Deps, email: string, actor: string): Promise<Erased> {
  const now = clock.now()
  const { erased, open } = await db.batch({
    ...lockAll(email),
    erased: eraseAll(email, actor, now),
    open: selectOpen(email, now),
  })
  const [first] = open
  if (first) throw new DomainError('still_open', REASONS[first.what])
  return erased[0] as Erased
}

const REASONS: Record<OpenThing['what'], string> = {
  voucher: 'A gift voucher that this person bought or received can still be used.',
  order: 'An order of this person is not handed over yet.',
  money: 'A payment, a refund, a dispute or a fraud check of this person is still under way.',
  mail: 'A mail about this person is still on its way. Please try again in a few minutes.',
}
