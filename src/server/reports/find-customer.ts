import type { Reply } from '#contract/base/endpoint.ts'
import { formatPounds } from '#contract/base/money.ts'
import { londonDay } from '#contract/base/send-date.ts'
import type { exportCustomerEndpoint, Person } from '#contract/reports/customers.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Services } from '#server/clients/services.ts'
import { query } from '#server/db/db.ts'
import { DomainError } from '#server/domain-error.ts'
import { selectCustomers, toCustomer } from '#server/reports/list-customers.ts'
import {
  selectAppointments,
  selectEmails,
  selectInquiries,
  selectMessages,
  selectOrders,
  selectPersonCancellations,
  selectPersonVouchers,
  selectUnfinished,
} from '#server/reports/person-queries.ts'
import { statusForBuyer } from '#server/status-for-buyer.ts'

interface Access {
  actor: string
  action: 'person_found' | 'person_exported'
}

/**
 * Returns all data stored about one person, or throws `not_found`. Records who asked, with the id of the customer: after
 * an erasure the id leads nowhere.
 */
export async function findCustomer(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  who: { email: string } | { id: string },
  access: Access,
): Promise<Person> {
  const few = query.selectFrom('customer').selectAll()
  const [customer] = await db.run(selectCustomers(few.where((person) => person.and(who))))
  const email = 'email' in who ? who.email : customer?.email
  if (email === undefined) throw customerNotFoundError()
  const now = clock.now()
  const rows = await db.batch({
    unfinished: selectUnfinished(email),
    emails: selectEmails(email, now),
    vouchers: selectPersonVouchers(email, now),
    orders: selectOrders(email),
    cancellations: selectPersonCancellations(email),
    inquiries: selectInquiries(email),
    messages: selectMessages(email),
    appointments: selectAppointments(email),
  })
  const unfinished = rows.unfinished.map(({ amountPence, ...purchase }) => ({
    ...withDate(purchase),
    amount: formatPounds(amountPence),
  }))
  const emails = rows.emails.map(({ acceptedAt, complainedAt, ...sent }) => ({
    ...withDate(sent),
    acceptedAt: toTime(acceptedAt),
    complainedAt: toTime(complainedAt),
  }))
  const person = {
    customer: customer ? toCustomer(customer) : toUnlistedCustomer(email, unfinished, emails),
    unfinished,
    emails,
    vouchers: rows.vouchers.map(
      ({ originalPence, balancePence, remindersStoppedAt, entries, ...voucher }) => ({
        ...withDate(voucher),
        remindersStoppedAt: toTime(remindersStoppedAt),
        originalAmount: formatPounds(originalPence),
        currentBalance: formatPounds(balancePence),
        entries: entries.map(({ at, pence, ...entry }) => ({
          date: new Date(at).toISOString(),
          amount: formatPounds(pence),
          ...entry,
        })),
      }),
    ),
    orders: rows.orders.map(({ amountPence, refundedPence, ...order }) => ({
      ...withDate(order),
      amount: formatPounds(amountPence),
      refunded: formatPounds(refundedPence),
    })),
    cancellations: rows.cancellations.map(({ deductedPence, ...cancellation }) => ({
      ...withDate(cancellation),
      deducted: formatPounds(deductedPence),
    })),
    inquiries: rows.inquiries.map(({ answeredAt, ...inquiry }) => ({
      ...withDate(inquiry),
      answeredAt: toTime(answeredAt),
    })),
    messages: rows.messages.map(({ answeredAt, ...message }) => ({
      ...withDate(message),
      answeredAt: toTime(answeredAt),
    })),
    appointments: rows.appointments.map(({ answeredAt, confirmedFor, ...appointment }) => ({
      ...withDate(appointment),
      answeredAt: toTime(answeredAt),
      confirmedFor: toTime(confirmedFor),
    })),
  }
  // Last, so that it is not recorded for somebody without data, and before the response leaves.
  await db.run(recordActivity({ at: now, ...access, after: { customer: person.customer.id } }))
  return person
}

/**
 * Returns what may be handed over to the person: of a voucher for somebody else only its sale, because its uses, and what
 * is left, say when and for what they came, and neither another person's address nor what they wrote on a voucher.
 */
export async function exportCustomer(
  services: Pick<Services, 'db' | 'clock'>,
  { email }: { email: string },
  actor: string,
): Promise<Reply<typeof exportCustomerEndpoint>> {
  const now = services.clock.now()
  const person = await findCustomer(services, { email }, { actor, action: 'person_exported' })
  const ifOwn = (address: string | null | undefined) => (address === email ? address : undefined)
  const isBuyer = ({ buyerEmail }: { buyerEmail?: string | null | undefined }) => buyerEmail === email
  return {
    exportedAt: now.toISOString(),
    ...person,
    unfinished: person.unfinished.map(({ typed, ...purchase }) => ({
      ...purchase,
      typed: {
        ...typed,
        buyerEmail: ifOwn(typed.buyerEmail),
        recipientEmail: ifOwn(typed.recipientEmail),
        ...(!isBuyer(typed) && { personalMessage: undefined }),
      },
    })),
    vouchers: person.vouchers.map((voucher) => ({
      ...voucher,
      buyerEmail: ifOwn(voucher.buyerEmail) ?? null,
      recipientEmail: ifOwn(voucher.recipientEmail) ?? null,
      ...(!isBuyer(voucher) && { personalMessage: null }),
      ...(!isHolder(voucher, email) && withoutUses(voucher, londonDay(now))),
    })),
  }
}

const withoutUses = ({ status, expiryDate, entries }: Person['vouchers'][number], today: string) => ({
  status: statusForBuyer(status, expiryDate, today),
  currentBalance: null,
  // A choice at the desk when it is used.
  tellHolder: null,
  entries: entries.slice(0, 1),
})

/** A voucher on paper has no address of its recipient; its buyer may have named themselves. */
const isHolder = (
  { recipientEmail, recipientName, buyerName }: Person['vouchers'][number],
  email: string,
): boolean => recipientEmail === email || (recipientEmail === null && recipientName === buyerName)

const customerNotFoundError = () =>
  new DomainError('not_found', 'We do not have any purchases, messages or emails for this person.')

/** Builds a customer from unfinished purchases and emails, for a person who is not in Customers. */
function toUnlistedCustomer(
  email: string,
  unfinished: Person['unfinished'],
  emails: Person['emails'],
): Person['customer'] {
  const [lastSeen] = [...unfinished, ...emails]
    .map(({ date }) => date)
    .toSorted()
    .toReversed()
  if (lastSeen === undefined) throw customerNotFoundError()
  const [name = ''] = unfinished.flatMap(({ typed }) => findName(typed, email) || [])
  const noCounts = {
    vouchersBought: 0,
    vouchersReceived: 0,
    orders: 0,
    inquiries: 0,
    messages: 0,
    appointments: 0,
  }
  return { id: null, name, email, phone: null, lastSeen, spent: '0.00', ...noCounts }
}

function findName(typed: Record<string, unknown>, email: string): string {
  const names = {
    email: ['firstName', 'lastName'],
    buyerEmail: ['buyerName'],
    recipientEmail: ['recipientName'],
  }
  const [nameFields = []] = Object.entries(names).flatMap(([key, fields]) =>
    typed[key] === email ? [fields] : [],
  )
  return nameFields.map((field) => typed[field]).join(' ')
}

const toTime = (moment: Date | null) => moment?.toISOString() ?? null

const withDate = <Row extends { at: Date }>({ at, ...row }: Row) => ({ ...row, date: at.toISOString() })
