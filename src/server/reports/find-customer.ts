import type { Person } from '#contract/customers'
import { formatPounds } from '#contract/money'
import { sql } from 'kysely'
import { DomainError } from '../domain-error.ts'
import type { Services } from '../clients/services.ts'
import { toCustomer, selectCustomers } from './list-customers.ts'
import {
  selectAppointments,
  selectEmails,
  selectInquiries,
  selectMessages,
  selectOrders,
  selectUnfinished,
  selectVouchers,
} from './person-queries.ts'

/** Everything that is kept of one person. */
export async function findCustomer(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  who: { email: string } | { id: string },
): Promise<Person> {
  const one = 'id' in who ? sql`id = ${who.id}` : sql`email = ${who.email}`
  const [customer] = await db.run(selectCustomers(sql`select * from customer where ${one}`))
  const email = 'email' in who ? who.email : customer?.email
  if (email === undefined) throw customerNotFoundError()
  const rows = await db.batch({
    unfinished: selectUnfinished(email),
    emails: selectEmails(email),
    vouchers: selectVouchers(email, clock.now()),
    orders: selectOrders(email),
    inquiries: selectInquiries(email),
    messages: selectMessages(email),
    appointments: selectAppointments(email),
  })
  const unfinished = rows.unfinished.map(({ amountPence, ...purchase }) => ({
    ...withDate(purchase),
    amount: formatPounds(amountPence),
  }))
  const emails = rows.emails.map(withDate)
  return {
    customer: customer ? toCustomer(customer) : toUnlistedCustomer(email, unfinished, emails),
    unfinished,
    emails,
    vouchers: rows.vouchers.map(({ originalPence, balancePence, entries, ...voucher }) => ({
      ...withDate(voucher),
      originalAmount: formatPounds(originalPence),
      currentBalance: formatPounds(balancePence),
      entries: entries.map(({ at, pence, description }) => ({
        date: new Date(at).toISOString(),
        amount: formatPounds(pence),
        description,
      })),
    })),
    orders: rows.orders.map(({ amountPence, refundedPence, ...order }) => ({
      ...withDate(order),
      amount: formatPounds(amountPence),
      refunded: formatPounds(refundedPence),
    })),
    inquiries: rows.inquiries.map(withDate),
    messages: rows.messages.map(withDate),
    appointments: rows.appointments.map(withDate),
  }
}

const customerNotFoundError = () =>
  new DomainError('not_found', 'No purchase, message or email of this person is kept.')

/** Somebody who is no customer, as far as what is left of them tells. */
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
  const nothing = {
    vouchersBought: 0,
    vouchersReceived: 0,
    orders: 0,
    inquiries: 0,
    messages: 0,
    appointments: 0,
  }
  return { id: null, name, email, lastSeen, spent: '0.00', ...nothing }
}

function findName(typed: Record<string, unknown>, email: string): string {
  const names = {
    email: ['firstName', 'lastName'],
    buyerEmail: ['buyerName'],
    recipientEmail: ['recipientName'],
  }
  const [theirs = []] = Object.entries(names).flatMap(([key, parts]) => (typed[key] === email ? [parts] : []))
  return theirs.map((part) => typed[part]).join(' ')
}

const withDate = <Row extends { at: Date }>({ at, ...row }: Row) => ({ ...row, date: at.toISOString() })
