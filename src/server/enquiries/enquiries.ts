import { sql, type Compilable, type Expression, type RawBuilder } from 'kysely'
import { clinic } from '#clinic/current-clinic.ts'
import type { Body } from '#contract/base/endpoint.ts'
import { appointmentDayProblem } from '#contract/enquiries/appointment-time.ts'
import type {
  appointmentsEndpoint,
  contactEndpoint,
  productInquiriesEndpoint,
} from '#contract/enquiries/enquiries.ts'
import type { Services } from '#server/clients/services.ts'
import { query } from '#server/db/db.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { countRequest, requireWithinLimit, takeTurn, type RateLimitResult } from '#server/db/rate-limit.ts'
import { DomainError } from '#server/domain-error.ts'
import { enqueueEmail, type EmailData } from '#server/email/outbox.ts'
import { isTherapy, serviceTitle } from '#server/enquiries/requested-service.ts'
import { RATE_LIMITS } from '#server/rate-limits.ts'
import { recipientKey } from '#server/recipient-key.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'random'>
type Sql = RawBuilder<unknown>

/** Stores a message and enqueues two emails: the message to the clinic, a confirmation to its sender. */
export async function receiveMessage(
  services: Deps,
  body: Body<typeof contactEndpoint>,
  addressKey: string,
): Promise<void> {
  const { firstName, lastName, email, phone, subject, message } = body
  await receiveEnquiry(services, addressKey, {
    requestId: body.requestId,
    insert: (shared, source) =>
      insertRows(
        'contactMessage',
        { ...shared, firstName, lastName, email, phone: phone ?? null, subject, message },
        source,
      ),
    email,
    notice: enqueueNotice('contact-message', { firstName, lastName, email, phone, subject, message }),
    confirmation: enqueueConfirmation('contact-confirmation', {}),
  })
}

/** Stores an appointment request and enqueues its emails. Throws if there can be no appointment on the day. */
export async function receiveAppointment(
  services: Deps,
  body: Body<typeof appointmentsEndpoint>,
  addressKey: string,
): Promise<void> {
  const day = body.preferredDate
  const message = day === undefined ? undefined : appointmentDayProblem(day, services.clock.now())
  if (message !== undefined) {
    throw new DomainError('invalid_request', message, { fields: { preferredDate: message } })
  }
  const {
    firstName,
    lastName,
    email,
    phone,
    service,
    preferredDate,
    dayPart,
    voucherEnd,
    insurance,
    reason,
  } = body
  await receiveEnquiry(services, addressKey, {
    requestId: body.requestId,
    insert: (shared, source) =>
      insertRows(
        'appointment',
        {
          ...shared,
          firstName,
          lastName,
          email,
          phone,
          service,
          preferredDate: sql`${preferredDate ?? null}::date`,
          dayPart: dayPart ?? null,
          voucherEnd: voucherEnd ?? null,
          insurance: insurance ?? null,
          reason: reason ?? null,
        },
        source,
      ),
    email,
    notice: enqueueNotice('appointment-request', {
      firstName,
      lastName,
      email,
      phone,
      service: serviceTitle(service),
      preferredDate,
      dayPart,
      voucherEnd,
      insurance,
      reason,
    }),
    confirmation: enqueueConfirmation('appointment-confirmation', {
      therapy: isTherapy(service) ? serviceTitle(service) : null,
    }),
  })
}

/** Stores a product question and enqueues its emails. The product may be sold out. */
export async function receiveInquiry(
  services: Deps,
  body: Body<typeof productInquiriesEndpoint>,
  addressKey: string,
): Promise<void> {
  const { firstName, lastName, email, phone, message, quantity, productId } = body
  const product = query
    .selectFrom('product')
    .select('name')
    .where('id', '=', productId)
    .where('archivedAt', 'is', null)
  await receiveEnquiry(services, addressKey, {
    requestId: body.requestId,
    insert: (shared, source) =>
      insertRows(
        'productInquiry',
        {
          ...shared,
          firstName,
          lastName,
          email,
          phone: phone ?? null,
          message: message ?? null,
          quantity: sql`${quantity}::int`,
          productId: sql`${productId}::uuid`,
        },
        source,
      ),
    email,
    notice: enqueueNotice('product-inquiry', {
      firstName,
      lastName,
      email,
      phone,
      message,
      quantity,
      product: sql`(${product})`,
    }),
    confirmation: enqueueConfirmation('product-inquiry-confirmation', {}),
    about: product,
  })
}

interface NewEnquiry {
  requestId: string | undefined
  /** Inserts it with the values that every enquiry has, if `source` has a row. */
  insert: (shared: Record<'id' | 'requestId' | 'createdAt', Sql>, source: Sql) => Compilable
  email: string
  /** Enqueues the email to the clinic. */
  notice: ReturnType<typeof enqueueNotice>
  /** Enqueues the email to its sender. */
  confirmation: ReturnType<typeof enqueueConfirmation>
  /** Selects what the enquiry is about; without a row it is refused. */
  about?: Expression<unknown>
}

const enqueueNotice =
  <Name extends 'contact-message' | 'appointment-request' | 'product-inquiry'>(
    template: Name,
    data: Omit<EmailData<Name>, 'request'>,
  ) =>
  (enquiryId: string, at: Date) =>
    enqueueEmail(
      {
        key: `${template}:${enquiryId}`,
        template,
        recipient: clinic.email,
        // Omit hides from the compiler that the field completes the data.
        data: { ...data, request: enquiryId } as EmailData<Name>,
        at,
      },
      sql`from inserted`,
    )

const enqueueConfirmation =
  <Name extends 'contact-confirmation' | 'appointment-confirmation' | 'product-inquiry-confirmation'>(
    template: Name,
    data: EmailData<Name>,
  ) =>
  (enquiryId: string, recipient: string, at: Date) =>
    enqueueEmail(
      { key: `${template}:${enquiryId}`, template, recipient, data, at, dueAt: sql`turn.at` },
      sql`from turn`,
    )

/**
 * Counts the request, inserts the enquiry once per `requestId`, and enqueues its emails, in one statement. Throws
 * `not_found` if what it is about is not there.
 */
async function receiveEnquiry(
  { db, clock, random }: Deps,
  addressKey: string,
  enquiry: NewEnquiry,
): Promise<void> {
  const now = clock.now()
  const id = random.uuid()
  const { about = sql`select` } = enquiry
  const recipient = { ...RATE_LIMITS.confirmation, key: recipientKey(enquiry.email) }
  const everybody = { ...RATE_LIMITS.confirmations, key: 'all' }
  const [result] = await db.run(sql<RateLimitResult & { isThere: boolean }>`
    with rate_limit as (${countRequest({ ...RATE_LIMITS.enquiry, key: addressKey }, now)}),
    inserted as (
      ${enquiry.insert(
        {
          id: sql`${id}::uuid`,
          requestId: sql`${enquiry.requestId ?? null}::uuid`,
          createdAt: sql`${now}::timestamptz`,
        },
        sql`from rate_limit where admitted and exists (${about})`,
      )}
      on conflict do nothing
      returning id
    ),
    notice as (${enquiry.notice(id, now)}),
    recipient_limit as (${countRequest(recipient, now, sql`from inserted`)}),
    turn as (${takeTurn(everybody, now, sql`from recipient_limit where admitted`)}),
    confirmation as (${enquiry.confirmation(id, enquiry.email, now)})
    select admitted, retry_at, exists (${about}) as is_there from rate_limit`)
  requireWithinLimit(result, now)
  if (!result?.isThere) throw new DomainError('not_found', 'This product is no longer in the shop.')
}
