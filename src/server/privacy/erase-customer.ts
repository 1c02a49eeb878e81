import type { Reply } from '#contract/base/endpoint.ts'
import type { eraseCustomerEndpoint } from '#contract/reports/customers.ts'
import type { Services } from '#server/clients/services.ts'
import { DomainError } from '#server/domain-error.ts'
import {
  eraseCustomerData,
  lockCustomer,
  selectOpenItem,
  type OpenItem,
} from '#server/privacy/erase-queries.ts'

type Deps = Pick<Services, 'db' | 'clock'>
type Erased = Reply<typeof eraseCustomerEndpoint>

/**
 * Erases a person's data, free texts included; amounts, dates and Stripe's ids stay for the books. Throws `still_open`
 * while something is owed to them. Succeeds for an email address without data.
 */
export async function eraseCustomer({ db, clock }: Deps, email: string, actor: string): Promise<Erased> {
  const now = clock.now()
  const { erased, open } = await db.batch({
    ...lockCustomer(email),
    erased: eraseCustomerData(email, actor, now),
    open: selectOpenItem(email, now),
  })
  const [openItem] = open
  if (openItem) throw new DomainError('still_open', REASONS[openItem.what])
  return erased[0] as Erased
}

const REASONS: Record<OpenItem['what'], string> = {
  voucher:
    'A gift voucher that this person bought or received can still be used, so their details cannot be erased yet.',
  order: 'This person has an order that has not been handed over, so their details cannot be erased yet.',
  money:
    'This person has a payment, refund, dispute or fraud check that has not finished, so their details cannot be erased yet.',
  mail: 'An email about this person is still on its way. Please try again in an hour.',
}
