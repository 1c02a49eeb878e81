import type { Person } from '#contract/customers'
import { formatPounds } from '#contract/money'
import { sql } from 'kysely'
import { DomainError } from '../domain-error.ts'
import type { Services } from '../clients/services.ts'
import { asCustomer, selectCustomers } from './list-customers.ts'
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
  if (email === undefined) throw nothingKept()
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
    ...dated(purchase),
    amount: formatPounds(amountPence),
  }))
  const emails = rows.emails.map(dated)
  return {
    customer: customer ? asCustomer(customer) : unlisted(email, unfinished, emails),
    unfinished,
    emails,
    vouchers: rows.vouchers.map(({ originalPence, balancePence, entries, ...voucher }) => ({
      ...dated(voucher),
      originalAmount: formatPounds(originalPence),
      currentBalance: formatPounds(balancePence),
      entries: entries.map(({ at, pence, description }) => ({
        date: new Date(at).toISOString(),
        amount: formatPounds(pence),
        description,
      })),
    })),
    orders: rows.orders.map(({ amountPence, refundedPence, ...order }) => ({
      ...dated(order),
      amount: formatPounds(amountPence),
      refunded: formatPounds(refundedPence),
    })),
    inquiries: rows.inquiries.map(dated),
    messages: rows.messages.map(dated),
    appointments: rows.appointments.map(dated),
  }
}

const nothingKept = () =>
  new DomainError('not_found', 'No purchase, message or email of this person is kept.')

/** Somebody who is no customer, as far as what is left of them tells. */
function unlisted(
  email: string,
  unfinished: Person['unfinished'],
  emails: Person['emails'],
): Person['customer'] {
  const [lastSeen] = [...unfinished, ...emails]
    .map(({ date }) => date)
    .toSorted()
    .toReversed()
  if (lastSeen === undefined) throw nothingKept()
  const [name = ''] = unfinished.flatMap(({ typed }) => nameIn(typed, email) || [])
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

function nameIn(typed: Record<string, unknown>, email: string): string {
  const names = {
    email: ['firstName', 'lastName'],
    buyerEmail: ['buyerName'],
    recipientEmail: ['recipientName'],
  }
  const [theirs = []] = Object.entries(names).flatMap(([key, parts]) => (typed[key] === email ? [parts] : []))
  return theirs.map((part) => typed[part]).join(' ')
}

const dated = <Row extends { at: Date }>({ at, ...row }: Row) => ({ ...row, date: at.toISOString() })
