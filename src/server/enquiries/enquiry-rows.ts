import { sql, type RawBuilder } from 'kysely'
import type { Enquiry } from '#contract/enquiries/admin-enquiries.ts'
import type { enquiryKinds } from '#contract/enquiries/enquiry-choices.ts'
import type { Statement } from '#server/db/db.ts'
import { DomainError } from '#server/domain-error.ts'
import { serviceTitle, usualMinutes } from '#server/enquiries/requested-service.ts'

export type EnquiryKind = (typeof enquiryKinds)[number]
type AppointmentRequest = Extract<Enquiry, { kind: 'appointment' }>
type Sql = RawBuilder<unknown>

/** The table of each kind. */
export const ENQUIRY_TABLES: Record<EnquiryKind, string> = {
  appointment: 'appointment',
  message: 'contact_message',
  question: 'product_inquiry',
}

/** SQL expression: when a confirmed appointment ends, in the table with this alias. */
export const confirmedUntil = (table: string): RawBuilder<Date> =>
  sql<Date>`(${sql.ref(`${table}.confirmed_for`)} + ${sql.ref(`${table}.confirmed_minutes`)} * interval '1 minute')`

/** The columns that only some kinds have, for the other kinds. */
const OWN_COLUMNS = {
  subject: sql`null::text`,
  product_id: sql`null::uuid`,
  product_name: sql`null::text`,
  quantity: sql`null::int`,
  service: sql`null::text`,
  preferred_date: sql`null::date`,
  day_part: sql`null::text`,
  voucher_end: sql`null::text`,
  insurance: sql`null::text`,
  confirmed_for: sql`null::timestamptz`,
  confirmed_minutes: sql`null::int`,
}

/** Where each kind has its own columns. */
const EXPRESSIONS: Record<EnquiryKind, Partial<Record<keyof typeof OWN_COLUMNS, Sql>>> = {
  appointment: {
    service: sql`service`,
    preferred_date: sql`preferred_date`,
    day_part: sql`day_part`,
    voucher_end: sql`voucher_end`,
    insurance: sql`insurance`,
    confirmed_for: sql`confirmed_for`,
    confirmed_minutes: sql`confirmed_minutes`,
  },
  message: { subject: sql`subject` },
  question: {
    product_id: sql`product_id`,
    product_name: sql`(select name from product where product.id = product_id)`,
    quantity: sql`quantity`,
  },
}

/** The own columns of a kind, null for those of other kinds, so that one query reads all three tables. */
const ownColumns = (kind: EnquiryKind): Sql =>
  sql.join(
    Object.entries(OWN_COLUMNS).map(([column, none]) => {
      const value = EXPRESSIONS[kind][column as keyof typeof OWN_COLUMNS] ?? none
      return sql`${value} as ${sql.ref(column)}`
    }),
  )

export interface EnquiryRow {
  kind: EnquiryKind
  id: string
  createdAt: Date
  firstName: string
  lastName: string
  email: string
  phone: string | null
  answeredAt: Date | null
  note: string | null
  message: string | null
  subject: string | null
  productId: string | null
  productName: string | null
  quantity: number | null
  service: string | null
  preferredDate: string | null
  dayPart: AppointmentRequest['dayPart']
  voucherEnd: string | null
  insurance: string | null
  confirmedFor: Date | null
  confirmedMinutes: number | null
}

/** Selects the rows of these kinds. Each table has a `rest` of its own, so that each reads a page from its own index. */
export const selectEnquiries = (
  kinds: readonly EnquiryKind[],
  rest: (kind: EnquiryKind) => Sql,
): RawBuilder<EnquiryRow> => sql<EnquiryRow>`
  ${sql.join(
    kinds.map(
      (kind) => sql`(
        select ${kind}::text as kind, id, created_at, first_name, last_name, email, phone, answered_at, note,
          ${kind === 'appointment' ? sql`reason` : sql`message`} as message, ${ownColumns(kind)}
        from ${sql.table(ENQUIRY_TABLES[kind])} ${rest(kind)})`,
    ),
    sql` union all `,
  )}`

export const selectEnquiry = (id: string): Statement<EnquiryRow> =>
  selectEnquiries(['appointment', 'message', 'question'], () => sql`where id = ${id}`)

/** Returns the enquiry of the row that `selectEnquiry` found. Throws if there is none. */
export function toFoundEnquiry([row]: EnquiryRow[]): Enquiry {
  if (!row) throw new DomainError('not_found', 'We could not find this request. It may have been erased.')
  return toEnquiry(row)
}

export function toEnquiry(row: EnquiryRow): Enquiry {
  const { kind, id, firstName, lastName, email, phone, note, message } = row
  const common = {
    id,
    at: row.createdAt.toISOString(),
    firstName,
    lastName,
    email,
    answeredAt: row.answeredAt?.toISOString() ?? null,
    note,
  }
  switch (kind) {
    case 'message':
      return { kind, ...common, phone, subject: row.subject!, message: message! }
    case 'question': {
      const { productId, productName, quantity } = row
      return {
        kind,
        ...common,
        phone,
        message,
        productId: productId!,
        productName: productName!,
        quantity: quantity!,
      }
    }
    case 'appointment': {
      const { preferredDate, dayPart, voucherEnd, insurance, confirmedFor, confirmedMinutes } = row
      return {
        kind,
        ...common,
        phone: phone!,
        message,
        service: serviceTitle(row.service!),
        usualMinutes: usualMinutes(row.service!),
        preferredDate,
        dayPart,
        voucherEnd,
        insurance,
        confirmedFor: confirmedFor?.toISOString() ?? null,
        confirmedMinutes,
      }
    }
  }
}
