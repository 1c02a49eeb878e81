import type { Person } from '#contract/customers'
import { formatPounds } from '#contract/money'
import { sql } from 'kysely'
import { DomainError } from '../domain-error.ts'
import type { Services } from '../services/services.ts'
import { asCustomer, selectCustomers } from './list-customers.ts'
import {
  selectAppointments,
  selectInquiries,
  selectMessages,
  selectOrders,
  selectVouchers,
} from './person-queries.ts'

/** Everything that is kept of one person. */
export async function findCustomer(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  who: { email: string } | { id: string },
): Promise<Person> {
  const one = 'id' in who ? sql`id = ${who.id}` : sql`email = ${who.email}`
  const [customer] = await db.run(selectCustomers(sql`select * from customer where ${one}`))
  if (!customer) throw new DomainError('not_found', 'Nothing is kept of this person.')
  const { email } = customer
  const rows = await db.batch({
    vouchers: selectVouchers(email, clock.now()),
    orders: selectOrders(email),
    inquiries: selectInquiries(email),
    messages: selectMessages(email),
    appointments: selectAppointments(email),
  })
  return {
    customer: asCustomer(customer),
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

const dated = <Row extends { at: Date }>({ at, ...row }: Row) => ({ ...row, date: at.toISOString() })
