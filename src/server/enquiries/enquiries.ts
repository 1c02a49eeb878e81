import { clinic } from '#content/clinic'
import type { Body } from '#contract/endpoint'
import type { appointmentsEndpoint, contactEndpoint, productInquiriesEndpoint } from '#contract/enquiries'
import { type RawBuilder, sql } from 'kysely'
import { type RateLimitResult, countRequest, requireWithinLimit } from '../db/rate-limit.ts'
import { DomainError } from '../domain-error.ts'
import type { Services } from '../clients/services.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'random'>

const ENQUIRIES = { kind: 'enquiry', limit: 5, windowMinutes: 10 }

/** Keeps a message, and puts two mails into the outbox: it to the clinic, and a confirmation to its sender. */
export async function receiveMessage(
  services: Deps,
  body: Body<typeof contactEndpoint>,
  addressKey: string,
): Promise<void> {
  const { firstName, lastName, email, phone, subject, message } = body
  await receive(services, addressKey, {
    requestId: body.requestId,
    table: sql`contact_message (id, request_id, created_at, first_name, last_name, email, phone, subject, message)`,
    values: sql`${firstName}, ${lastName}, ${email}, ${phone ?? null}, ${subject}, ${message}`,
    mails: { clinic: 'contact-message', sender: 'contact-confirmation' },
    email,
    data: { firstName, lastName, email, phone, subject, message },
  })
}

/** The same for a wish for an appointment; the day cannot have passed in London. */
export async function receiveAppointment(
  services: Deps,
  body: Body<typeof appointmentsEndpoint>,
  addressKey: string,
): Promise<void> {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(services.clock.now())
  if (body.preferredDate !== undefined && body.preferredDate < today) {
    const sentence = 'Please choose a day from today on'
    throw new DomainError('invalid_request', sentence, { fields: { preferredDate: sentence } })
  }
  const { firstName, lastName, email, phone, service, preferredDate, insurance, reason } = body
  await receive(services, addressKey, {
    requestId: body.requestId,
    table: sql`appointment (id, request_id, created_at, first_name, last_name, email, phone, service, preferred_date, insurance, reason)`,
    values: sql`${firstName}, ${lastName}, ${email}, ${phone}, ${service}, ${preferredDate ?? null}::date, ${insurance ?? null}, ${reason ?? null}`,
    mails: { clinic: 'appointment-request', sender: 'appointment-confirmation' },
    email,
    data: { firstName, lastName, email, phone, service, preferredDate, insurance, reason },
  })
}

/** A question about a product, sold out or not. The clinic's mail names it. */
export async function receiveInquiry(
  services: Deps,
  body: Body<typeof productInquiriesEndpoint>,
  addressKey: string,
): Promise<void> {
  const { firstName, lastName, email, phone, message, quantity, productId } = body
  const [product] = await services.db.run(sql<{ name: string }>`
    select name from product where id = ${productId} and archived_at is null`)
  if (!product) throw new DomainError('not_found', 'This product is no longer in the shop.')
  await receive(services, addressKey, {
    requestId: body.requestId,
    table: sql`product_inquiry (id, request_id, created_at, first_name, last_name, email, phone, message, quantity, product_id)`,
    values: sql`${firstName}, ${lastName}, ${email}, ${phone ?? null}, ${message ?? null}, ${quantity}::int, ${productId}::uuid`,
    mails: { clinic: 'product-inquiry', sender: 'product-inquiry-confirmation' },
    email,
    data: { firstName, lastName, email, phone, message, quantity, product: product.name },
  })
}

interface Enquiry {
  requestId: string | undefined
  /** Table and columns, `id, request_id, created_at` first. */
  table: RawBuilder<unknown>
  values: RawBuilder<unknown>
  mails: { clinic: string; sender: string }
  email: string
  data: object
}

/** One statement: counts the caller, keeps the enquiry once, and writes its two mails. */
async function receive({ db, clock, random }: Deps, addressKey: string, enquiry: Enquiry): Promise<void> {
  const now = clock.now()
  const id = random.uuid()
  const [admission] = await db.run(sql<RateLimitResult>`
    with throttled as (${countRequest({ ...ENQUIRIES, key: addressKey }, now)}),
    kept as (
      insert into ${enquiry.table}
      select ${id}::uuid, ${enquiry.requestId ?? null}::uuid, ${now}::timestamptz, ${enquiry.values}
      from throttled where admitted
      on conflict (request_id) do nothing
      returning id
    ),
    mails as (
      insert into outbox (id, key, template, recipient, data, created_at, due_at)
      select mail.id, mail.template || ':' || kept.id, mail.template, mail.recipient, mail.data, ${now}, ${now}
      from kept, (values
        (${random.uuid()}::uuid, ${enquiry.mails.clinic}, ${clinic.email}, ${JSON.stringify(enquiry.data)}::jsonb),
        (${random.uuid()}::uuid, ${enquiry.mails.sender}, ${enquiry.email}, '{}'::jsonb)
      ) as mail (id, template, recipient, data)
    )
    select admitted, retry_at from throttled`)
  requireWithinLimit(admission, now)
}
