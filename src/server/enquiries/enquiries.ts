import { sql, type Expression, type RawBuilder } from 'kysely'
import { clinic } from '#content/clinic.ts'
import type { Body } from '#contract/endpoint.ts'
import type { appointmentsEndpoint, contactEndpoint, productInquiriesEndpoint } from '#contract/enquiries.ts'
import { londonDay } from '#contract/send-date.ts'
import type { Services } from '#server/clients/services.ts'
import { query } from '#server/db/db.ts'
import { countRequest, requireWithinLimit, takeTurn, type RateLimitResult } from '#server/db/rate-limit.ts'
import { DomainError } from '#server/domain-error.ts'
import { enqueueEmail, type EmailData } from '#server/email/outbox.ts'
import { serviceTitle } from '#server/enquiries/requested-service.ts'
import { RATE_LIMITS } from '#server/rate-limits.ts'
import { recipientKey } from '#server/recipient-key.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'random'>

/** Stores a message and enqueues two emails: the message to the clinic, a confirmation to its sender. */
export async function receiveMessage(
  services: Deps,
  body: Body<typeof contactEndpoint>,
  addressKey: string,
): Promise<void> {
  const { firstName, lastName, email, phone, subject, message } = body
  await receiveEnquiry(services, addressKey, {
    requestId: body.requestId,
    table: sql`contact_message (id, request_id, created_at, first_name, last_name, email, phone, subject, message)`,
    values: sql`${firstName}, ${lastName}, ${email}, ${phone ?? null}, ${subject}, ${message}`,
    email,
    notice: enqueueNotice('contact-message', { firstName, lastName, email, phone, subject, message }),
    confirmation: 'contact-confirmation',
  })
}

/** Stores an appointment request and enqueues its emails. Throws if the day is in the past in London. */
export async function receiveAppointment(
  services: Deps,
  body: Body<typeof appointmentsEndpoint>,
  addressKey: string,
): Promise<void> {
  if (body.preferredDate !== undefined && body.preferredDate < londonDay(services.clock.now())) {
    const message = 'Please choose today or a later day'
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
    table: sql`appointment (id, request_id, created_at, first_name, last_name, email, phone, service, preferred_date, day_part, voucher_end, insurance, reason)`,
    values: sql`${firstName}, ${lastName}, ${email}, ${phone}, ${service}, ${preferredDate ?? null}::date, ${dayPart ?? null}, ${voucherEnd ?? null}, ${insurance ?? null}, ${reason ?? null}`,
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
    confirmation: 'appointment-confirmation',
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
    table: sql`product_inquiry (id, request_id, created_at, first_name, last_name, email, phone, message, quantity, product_id)`,
    values: sql`${firstName}, ${lastName}, ${email}, ${phone ?? null}, ${message ?? null}, ${quantity}::int, ${productId}::uuid`,
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
    confirmation: 'product-inquiry-confirmation',
    about: product,
  })
}

interface NewEnquiry {
  requestId: string | undefined
  /** Table and columns, `id, request_id, created_at` first. */
  table: RawBuilder<unknown>
  values: RawBuilder<unknown>
  email: string
  /** Enqueues the email to the clinic. */
  notice: ReturnType<typeof enqueueNotice>
  confirmation: 'contact-confirmation' | 'appointment-confirmation' | 'product-inquiry-confirmation'
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
      insert into ${enquiry.table}
      select ${id}::uuid, ${enquiry.requestId ?? null}::uuid, ${now}::timestamptz, ${enquiry.values}
      from rate_limit where admitted and exists (${about})
      on conflict do nothing
      returning id
    ),
    notice as (${enquiry.notice(id, now)}),
    recipient_limit as (${countRequest(recipient, now, sql`from inserted`)}),
    turn as (${takeTurn(everybody, now, sql`from recipient_limit where admitted`)}),
    confirmation as (${enqueueEmail(
      {
        key: `${enquiry.confirmation}:${id}`,
        template: enquiry.confirmation,
        recipient: enquiry.email,
        data: {},
        at: now,
        dueAt: sql`turn.at`,
      },
      sql`from turn`,
    )})
    select admitted, retry_at, exists (${about}) as is_there from rate_limit`)
  requireWithinLimit(result, now)
  if (!result?.isThere) throw new DomainError('not_found', 'This product is no longer in the shop.')
}
