import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { clinic } from '#clinic/current-clinic.ts'
import { therapies } from '#clinic/current-therapies.ts'
import { PAGE_SIZE } from '#contract/base/listing.ts'
import { ENQUIRY_NOTE_MAX, type Enquiry } from '#contract/enquiries/admin-enquiries.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { listEnquiries } from '#server/enquiries/list-enquiries.ts'
import { signInNewAdmin, type SignedIn } from '#tests/harness/admin-session.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { functions } from '#tests/harness/every-function.ts'
import { addProductWithStock } from '#tests/harness/order-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const {
  adminEnquiries,
  adminEnquiry,
  answerEnquiry,
  appointments,
  changeEnquiryNote,
  confirmAppointment,
  contact,
  enquiryCounts,
  eraseCustomer,
  productInquiries,
  reopenEnquiry,
} = functions

const world = useWorld()
let owner: SignedIn
let productId: string

beforeAll(async () => {
  owner = await signInNewAdmin(world)
  productId = await addProductWithStock(world, 5)
})

const PATH = '/api/admin/requests'
const therapy = therapies[0]!
const newAddress = () => `visitor-${randomUUID()}@example.com`
const emailsTo = (address: string) => world.mail.list().filter(({ to }) => to.includes(address))

const SENT = {
  appointment: [appointments, '/api/appointments', { service: therapy.id, phone: '0151 496 0999' }],
  message: [contact, '/api/contact', { subject: 'The way here', message: 'Is there a step?' }],
  question: [productInquiries, '/api/product-inquiries', { message: 'Is it firm?', quantity: 2 }],
} as const
type Kind = keyof typeof SENT

/** Sends a form as a visitor; resolves to the enquiry's id. */
async function send(kind: Kind, more: object = {}): Promise<string> {
  const [handler, path, fields] = SENT[kind]
  const body = { firstName: 'Ada', lastName: 'Visitor', email: newAddress(), productId, ...fields, ...more }
  const response = await callFunction(handler, { path, body })
  expect(response.status).toBe(200)
  const [enquiry] = await list(`?kind=${kind}`)
  return enquiry!.id
}

const get = (query: string) =>
  callFunction(adminEnquiries, { method: 'GET', path: `${PATH}${query}`, headers: owner.headers })
const list = async (query = '') => (await (await get(query)).json()) as Enquiry[]
const at = (id: string) => ({ path: `${PATH}/${id}`, params: { id }, headers: owner.headers })
const show = (id: string) => callFunction(adminEnquiry, { ...at(id), method: 'GET' })
const answer = (id: string) => callFunction(answerEnquiry, { ...at(id), body: {} })
const reopen = (id: string) => callFunction(reopenEnquiry, { ...at(id), body: {} })
const note = (id: string, body: object) => callFunction(changeEnquiryNote, { ...at(id), method: 'PUT', body })
/** Other tests have confirmed the same time. */
const confirm = (id: string, body: object) =>
  callFunction(confirmAppointment, { ...at(id), body: { alongside: true, ...body } })
const counts = async () =>
  (await (
    await callFunction(enquiryCounts, {
      method: 'GET',
      path: '/api/admin/request-counts',
      headers: owner.headers,
    })
  ).json()) as Record<Kind, number>
const activities = (id: string, action: string) =>
  world.rows(`select actor from activity where after ->> 'request' = $1 and action = $2`, [id, action])

// The triggers write one customer for each row.
const withoutTriggers = (...statements: string[]) =>
  world.rows(
    ['set session_replication_role = replica', ...statements, 'reset session_replication_role'].join(';'),
  )

/** A day `days` ahead on which the clinic is open (YYYY-MM-DD), and its opening and closing times. */
function openHours(days: number): { date: string; from: string; to: string } {
  for (let ahead = days; ; ahead++) {
    const date = new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
    const weekday = new Date(date).getUTCDay()
    const open = clinic.hours.find(({ weekdays }) => weekdays.includes(weekday))?.open
    if (open) return { date, ...open }
  }
}

/** Such a day, and its opening time. */
function openDay(days: number): { date: string; time: string } {
  const { date, from } = openHours(days)
  return { date, time: from }
}

describe('adminEnquiries', () => {
  it('lists appointment requests, messages and product questions, newest first, with what was written', async () => {
    const ids = [await send('message'), await send('question'), await send('appointment')]
    const [appointment, question, message] = await list()
    expect([message?.id, question?.id, appointment?.id]).toEqual(ids)
    expect(appointment).toMatchObject({
      kind: 'appointment',
      service: therapy.title,
      phone: '0151 496 0999',
      answeredAt: null,
      confirmedFor: null,
    })
    expect(question).toMatchObject({ kind: 'question', productId, message: 'Is it firm?', quantity: 2 })
    expect(message).toMatchObject({ kind: 'message', subject: 'The way here', message: 'Is there a step?' })
    expect(await (await show(ids[0]!)).json()).toEqual(message)
  })

  it('is searched by name, email, phone and the subject of a message, in every kind and state', async () => {
    const lastName = `Öhrström-${randomUUID().slice(0, 8)}`
    const email = newAddress()
    const ids = [
      await send('message', { lastName, subject: `Parking at ${lastName.slice(-8)}` }),
      await send('question', { lastName, phone: '+44 151 496 0321' }),
      await send('appointment', { lastName, email }),
    ]
    await answer(ids[0]!)
    const found = async (search: string, more = '') =>
      (await list(`?search=${encodeURIComponent(search)}${more}`)).map(({ id }) => id)
    expect(await found(lastName)).toEqual(ids.toReversed())
    expect(await found(`ohrstrom ada ${lastName.slice(-8)}`)).toEqual(ids.toReversed())
    expect(await found(`parking ${lastName.slice(-8)}`)).toEqual([ids[0]])
    expect(await found(email.toUpperCase())).toEqual([ids[2]])
    for (const phone of ['0151 496 0321', '0151 4960', '496 0321'])
      expect(await found(phone)).toContain(ids[1])
    expect(await found(lastName, '&state=unanswered')).toEqual([ids[2], ids[1]])
    expect(await found(lastName, '&kind=message')).toEqual([ids[0]])
    expect(await found(`nobody ${lastName}`)).toEqual([])
    await reopen(ids[0]!)
  })

  it('filters by kind and state', async () => {
    const [open, closed] = [await send('message'), await send('message')]
    await answer(closed)
    const ids = async (query: string) => (await list(query)).map(({ id }) => id)
    expect(await ids('?state=unanswered')).toContain(open)
    expect(await ids('?state=unanswered')).not.toContain(closed)
    expect(await ids('?state=answered&kind=message')).toEqual([closed])
    expect(await ids('?kind=appointment')).not.toContain(open)
  })

  it.each(['?kind=letter', '?state=lost', '?cursor=!', '?cursor=bm90IGEgcGxhY2U'])(
    'refuses %s',
    async (query) => {
      expect((await get(query)).status).toBe(400)
    },
  )

  it('turns pages of 5,000 enquiries of all kinds without a gap or a repeat', async () => {
    const columns = `id, first_name, last_name, email, created_at, `
    const values = `gen_random_uuid(), 'First', 'Last', 'many@example.com', timestamptz '2020-01-01' + n % 7 * interval '1 hour', `
    await withoutTriggers(
      ...[
        ['appointment', 'phone, service', `'0151', 'massage'`],
        ['contact_message', 'subject, message', `'Hello', 'Hello'`],
        ['product_inquiry', 'product_id', `'${productId}'`],
      ].map(
        ([table, own, given]) =>
          `insert into ${table} (${columns} ${own}) select ${values} ${given} from generate_series(1, 1667) n`,
      ),
    )
    const seen: Enquiry[] = []
    let cursor: string | undefined
    do {
      const page = await listEnquiries(world.services, { search: undefined, state: 'unanswered', cursor })
      expect(page.enquiries.length).toBeLessThanOrEqual(PAGE_SIZE)
      seen.push(...page.enquiries)
      cursor = page.cursor
    } while (cursor)
    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length)
    expect(seen.filter(({ email }) => email === 'many@example.com')).toHaveLength(3 * 1667)
    expect((await get('')).headers.get('link')).toMatch(
      /^<\/api\/admin\/requests\?cursor=[\w-]+>; rel="next"$/,
    )
    const times = seen.map((enquiry) => enquiry.at)
    expect(times).toEqual(times.toSorted().toReversed())
    await withoutTriggers(
      ...['appointment', 'contact_message', 'product_inquiry'].map(
        (table) => `delete from ${table} where email = 'many@example.com'`,
      ),
    )
  })

  describe('of what is booked', () => {
    const lastName = `Booked${randomUUID().slice(0, 8)}`
    const booked = (more = '') => list(`?state=booked&search=${lastName}${more}`)
    const minutesAhead = (id: string, minutes: number) =>
      world.rows(
        `update appointment set confirmed_for = now() + $2 * interval '1 minute', confirmed_minutes = 60, confirmations = 1 where id = $1`,
        [id, minutes],
      )

    it('lists appointments until they end, soonest first, answered or not', async () => {
      const ids: string[] = []
      for (const minutes of [3000, -61, -59, 100]) {
        const id = await send('appointment', { lastName })
        await minutesAhead(id, minutes)
        ids.push(id)
      }
      await send('appointment', { lastName })
      await send('message', { lastName })
      const [late, , present, soon] = ids
      await answer(soon!)
      expect((await booked()).map(({ id }) => id)).toEqual([present, soon, late])
      expect(await booked('&kind=message')).toEqual([])
    })

    it('turns pages in the order of time, and by id at the same time', async () => {
      await withoutTriggers(
        `insert into appointment (id, first_name, last_name, email, created_at, phone, service, confirmed_for, confirmed_minutes, confirmations)
         select gen_random_uuid(), 'First', 'Last', 'many@example.com', now(), '0151', 'massage', date_trunc('minute', now()) + n % 5 * interval '1 day', 60, 1
         from generate_series(1, ${2 * PAGE_SIZE + 1}) n`,
      )
      onTestFinished(async () => {
        await withoutTriggers(`delete from appointment where email = 'many@example.com'`)
      })
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const page = await listEnquiries(world.services, { search: undefined, state: 'booked', cursor })
        for (const enquiry of page.enquiries)
          if (enquiry.kind === 'appointment' && enquiry.email === 'many@example.com')
            seen.push(`${enquiry.confirmedFor} ${enquiry.id}`)
        cursor = page.cursor
      } while (cursor)
      expect(seen).toHaveLength(2 * PAGE_SIZE + 1)
      expect(seen).toEqual([...new Set(seen)].toSorted())
    })
  })

  it('returns links, HTML and direction marks as the text they are', async () => {
    const odd = '<b onclick=x>https://evil.example</b> \u202egnp.exe'
    await send('message', { subject: odd.slice(0, 100), message: odd, firstName: '<i>Ada</i>' })
    const [message] = await list('?kind=message')
    expect(message).toMatchObject({ firstName: '<i>Ada</i>' })
    expect(JSON.stringify(message)).toContain('https://evil.example')
  })
})

it('enquiryCounts counts what is unanswered, whatever its age', async () => {
  const before = await counts()
  const [old, answered] = [await send('appointment'), await send('appointment')]
  await world.rows(`update appointment set created_at = created_at - interval '60 days' where id = $1`, [old])
  await answer(answered)
  expect(await counts()).toEqual({ ...before, appointment: before.appointment + 1 })
})

describe.each<Kind>(['appointment', 'message', 'question'])('answering an enquiry: %s', (kind) => {
  it('answers it once, also from two tabs at once, and reopens it', async () => {
    const id = await send(kind)
    const replies = await Promise.all([answer(id), answer(id)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    const [first, second] = await Promise.all(replies.map((reply) => reply.json()))
    expect(first.answeredAt).toEqual(expect.any(String))
    expect(second.answeredAt).toBe(first.answeredAt)
    expect(await activities(id, 'request_answered')).toEqual([{ actor: owner.adminId }])
    for (const _ of [1, 2]) expect(await (await reopen(id)).json()).toMatchObject({ id, answeredAt: null })
    expect(await activities(id, 'request_reopened')).toHaveLength(1)
  })

  it('keeps a private note, and deletes it', async () => {
    const id = await send(kind)
    const text = 'Rings back\non Monday'
    expect(await (await note(id, { note: ` ${text} \r\n`, from: null })).json()).toMatchObject({ note: text })
    expect(await (await note(id, { note: '', from: text })).json()).toMatchObject({ note: null })
  })
})

describe('changeEnquiryNote', () => {
  it('accepts 2,000 characters and refuses 10,000 with a sentence beside the field', async () => {
    const id = await send('message')
    expect((await note(id, { note: 'x'.repeat(ENQUIRY_NOTE_MAX) })).status).toBe(200)
    const response = await note(id, { note: 'x'.repeat(10_000) })
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { fields: { note: 'Please use at most 2,000 characters' } },
    ])
  })

  it('refuses to overwrite a note that another tab has written', async () => {
    const id = await send('message')
    await note(id, { note: 'First tab', from: null })
    const response = await note(id, { note: 'Second tab', from: null })
    expect([response.status, await response.json()]).toMatchObject([409, { code: 'changed_meanwhile' }])
    expect(await (await show(id)).json()).toMatchObject({ note: 'First tab' })
    // The response to the first request was lost.
    expect((await note(id, { note: 'First tab', from: null })).status).toBe(200)
  })
})

it.each([
  ['adminEnquiry', show],
  ['answerEnquiry', answer],
  ['reopenEnquiry', reopen],
  ['changeEnquiryNote', (id: string) => note(id, { note: 'x' })],
  ['confirmAppointment', (id: string) => confirm(id, openDay(7))],
])('%s says that an erased enquiry is no longer here', async (_, request) => {
  const email = newAddress()
  const id = await send('appointment', { email })
  const erased = await callFunction(eraseCustomer, {
    path: '/api/admin/customers/erase',
    headers: owner.headers,
    body: { email },
  })
  expect(erased.status).toBe(200)
  const response = await request(id)
  expect([response.status, await response.json()]).toMatchObject([
    404,
    { message: 'We could not find this request. It may have been erased.' },
  ])
})

describe('confirmAppointment', () => {
  it('marks the enquiry as answered and sends one email with a calendar file', async () => {
    const email = newAddress()
    const id = await send('appointment', { email })
    const time = openDay(7)
    const replies = await Promise.all([confirm(id, time), confirm(id, time)])
    for (const response of replies) {
      expect([response.status, await response.json()]).toMatchObject([
        200,
        { warnings: [], request: { answeredAt: expect.any(String), confirmedFor: expect.any(String) } },
      ])
    }
    const emails = emailsTo(email).filter(({ subject }) => subject.startsWith('Your appointment: '))
    expect(emails).toHaveLength(1)
    expect(emails[0]?.attachments).toMatchObject([{ name: 'appointment.ics' }, { name: 'river.png' }])
    expect(emails[0]?.text).toContain(therapy.title)
    expect(await activities(id, 'appointment_confirmed')).toEqual([{ actor: owner.adminId }])
  })

  it('moves an appointment with a second email, unless another tab has moved it', async () => {
    const email = newAddress()
    const id = await send('appointment', { email })
    await confirm(id, { ...openDay(7), from: null })
    const { confirmedFor } = (await (await show(id)).json()) as { confirmedFor: string }
    expect((await confirm(id, { ...openDay(20), from: confirmedFor })).status).toBe(200)
    const stale = await confirm(id, { ...openDay(40), from: confirmedFor })
    expect([stale.status, await stale.json()]).toMatchObject([409, { code: 'changed_meanwhile' }])
    const subjects = emailsTo(email).map(({ subject }) => subject)
    expect(subjects.filter((subject) => /^Your appointment(?: has changed)?: /.test(subject))).toHaveLength(2)
  })

  it.each([
    ['waits for its next attempt', null],
    ['is being sent and may be refused', 1],
  ])('withdraws an email with the earlier time that %s', async (_, claimedMinutes) => {
    const email = newAddress()
    const id = await send('appointment', { email })
    world.mail.control.setDown(true)
    await confirm(id, openDay(7))
    world.mail.control.setDown(false)
    await world.rows(
      `update outbox set claimed_until = now() + $2 * interval '1 minute' where key = 'appointment-confirmed:' || $1 || ':1'`,
      [id, claimedMinutes],
    )
    await confirm(id, openDay(20))
    world.clock.advance(5)
    onTestFinished(() => world.clock.advance(-5))
    await sendEmails(world.services)
    const subjects = emailsTo(email).map(({ subject }) => subject)
    expect(subjects.filter((subject) => /^Your appointment(?: has changed)?: /.test(subject))).toEqual([
      expect.stringMatching(/^Your appointment has changed: /),
    ])
  })

  /** On a day of its own: confirms one appointment, then another one, and returns the second response. */
  let days = 100
  async function confirmBeside(
    first: [time: string, minutes: number],
    second: [time: string, minutes: number],
  ) {
    const { date } = openDay((days += 7))
    const ids = [await send('appointment', { firstName: 'Bea', lastName: 'Ng' }), await send('appointment')]
    const ask = (index: number, [time, minutes]: [string, number], more: object = {}) =>
      confirm(ids[index]!, { date, time, minutes, alongside: false, ...more })
    expect((await ask(0, first)).status).toBe(200)
    return { id: ids[1]!, response: await ask(1, second), ask: (more: object) => ask(1, second, more) }
  }

  it('asks before it books two people for the same time, then books both', async () => {
    const email = newAddress()
    const { id, response, ask } = await confirmBeside(['17:30', 90], ['17:45', 60])
    const sentence =
      'Bea Ng is booked from 17:30 to 19:00. If you want to book this time as well, please press the button again'
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { code: 'invalid_request', fields: { time: sentence } },
    ])
    expect(await (await show(id)).json()).toMatchObject({ confirmedFor: null, answeredAt: null })
    expect(await activities(id, 'appointment_confirmed')).toEqual([])
    await world.rows(`update appointment set email = $2 where id = $1`, [id, email])
    expect((await ask({ alongside: true })).status).toBe(200)
    expect(emailsTo(email)).toHaveLength(1)
    // The same time again, as after a lost response.
    expect((await ask({})).status).toBe(200)
    expect(emailsTo(email)).toHaveLength(1)
  })

  it.each([
    ['begins when another one ends', ['18:00', 60], ['19:00', 60], 200],
    ['ends when another one begins', ['19:00', 60], ['18:00', 60], 200],
    ['begins a minute before another one ends', ['18:00', 60], ['18:59', 60], 400],
    ['ends a minute after another one begins', ['19:00', 60], ['18:00', 61], 400],
    ['is within another one', ['18:00', 60], ['18:20', 10], 400],
    ['is around another one', ['18:20', 10], ['18:00', 60], 400],
    ['has the time of another one', ['18:00', 60], ['18:00', 60], 400],
  ] as [string, [string, number], [string, number], number][])(
    'of an appointment that %s: %j, %j gives %i',
    async (_, first, second, status) => {
      expect((await confirmBeside(first, second)).response.status).toBe(status)
    },
  )

  it('names everybody who is booked for a part of the time', async () => {
    const { date } = openDay((days += 7))
    for (const [firstName, time] of [
      ['Cai', '18:00'],
      ['Bea', '17:00'],
    ] as const) {
      const id = await send('appointment', { firstName, lastName: 'Ng' })
      await confirm(id, { date, time, minutes: 60, alongside: false })
    }
    const body = { date, time: '17:30', minutes: 60, alongside: false }
    const response = await confirm(await send('appointment'), body)
    expect(await response.json()).toMatchObject({
      message: expect.stringMatching(
        /^Bea Ng is booked from 17:00 to 18:00 and Cai Ng from 18:00 to 19:00\. /,
      ),
    })
  })

  it('moves an appointment over its own time, and asks when it would overlap another one', async () => {
    const { date } = openDay((days += 7))
    const id = await send('appointment')
    const move = (time: string) => confirm(id, { date, time, minutes: 60, alongside: false })
    expect((await move('10:00')).status).toBe(200)
    expect((await move('10:30')).status).toBe(200)
    const other = await send('appointment')
    await confirm(other, { date, time: '12:00', minutes: 60, alongside: false })
    expect((await move('11:30')).status).toBe(400)
    expect((await move('11:00')).status).toBe(200)
  })

  it('confirms one of two appointments that two owners confirm for the same time at once', async () => {
    const time = { ...openDay((days += 7)), alongside: false }
    const ids = [await send('appointment'), await send('appointment')]
    const responses = await Promise.all(ids.map((id) => confirm(id, time)))
    expect(responses.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400])
  })

  it('says first that another time was confirmed meanwhile', async () => {
    const { date } = openDay((days += 7))
    const [id, other] = [await send('appointment'), await send('appointment')]
    for (const [each, time] of [
      [id, '10:00'],
      [other, '12:00'],
    ] as const)
      await confirm(each, { date, time, minutes: 60 })
    const stale = await confirm(id, { date, time: '12:00', from: null, alongside: false })
    expect(await stale.json()).toMatchObject({ code: 'changed_meanwhile' })
  })

  it('answers a reopened enquiry with the same time again, without another email', async () => {
    const email = newAddress()
    const id = await send('appointment', { email })
    await confirm(id, openDay(7))
    await reopen(id)
    const sent = emailsTo(email).length
    expect(await (await confirm(id, openDay(7))).json()).toMatchObject({
      request: { answeredAt: expect.any(String) },
    })
    expect(emailsTo(email)).toHaveLength(sent)
  })

  it.each([
    [{ date: '2020-01-01', time: '11:00' }, { date: 'This day has passed. Please choose a later one' }],
    [{ ...openDay(7), time: '25:00' }, { time: 'Please enter a time such as 14:30' }],
    [
      { date: '2026-02-30', time: '' },
      { date: 'Please choose a day', time: 'Please enter a time such as 14:30' },
    ],
    [{}, { date: 'Please choose a day', time: 'Please enter a time such as 14:30' }],
    [{ ...openDay(7), minutes: 0 }, { minutes: 'Please enter a whole number of minutes from 5 to 480' }],
    [{ ...openDay(7), minutes: 481 }, { minutes: 'Please enter a whole number of minutes from 5 to 480' }],
    [{ ...openDay(7), minutes: 7.5 }, { minutes: 'Please enter a whole number of minutes from 5 to 480' }],
  ])('refuses %j beside the field, and sends nothing', async (body, fields) => {
    const email = newAddress()
    const id = await send('appointment', { email })
    const sent = emailsTo(email).length
    const response = await confirm(id, body)
    expect([response.status, await response.json()]).toMatchObject([400, { fields }])
    expect(await (await show(id)).json()).toMatchObject({ confirmedFor: null, answeredAt: null })
    expect(emailsTo(email)).toHaveLength(sent)
  })

  it('confirms outside opening hours with a warning', async () => {
    const id = await send('appointment')
    const response = await confirm(id, { ...openDay(7), time: '23:55' })
    expect(await response.json()).toMatchObject({
      warnings: [expect.stringContaining('the clinic is open from')],
    })
  })

  it.each([
    ['an hour', '60 minutes', 60, []],
    [
      'an hour',
      '61 minutes',
      61,
      [expect.stringMatching(/^The appointment ends at .* the clinic is open from/)],
    ],
    ['a minute', 'the usual length', undefined, [expect.stringMatching(/^The appointment ends at /)]],
  ])(
    'confirms %s before closing time for %s, and warns of a later end',
    async (before, _, minutes, warnings) => {
      const { date, to } = openHours(7)
      const closing = Date.parse(`${date}T${to}Z`)
      const time = new Date(closing - (before === 'an hour' ? 60 : 1) * 60_000).toISOString().slice(11, 16)
      const response = await confirm(await send('appointment'), { date, time, minutes })
      expect(await response.json()).toMatchObject({ warnings, request: { confirmedFor: expect.any(String) } })
    },
  )

  it('does not quote a service in the visitor’s own words', async () => {
    const email = newAddress()
    const id = await send('appointment', { email, service: 'Cheap pills' })
    expect((await confirm(id, openDay(7))).status).toBe(200)
    const [confirmation] = emailsTo(email)
    expect(confirmation?.attachments).toHaveLength(2)
    expect(JSON.stringify(confirmation)).not.toMatch(/pills/i)
  })

  it('refuses a message', async () => {
    const response = await confirm(await send('message'), openDay(7))
    expect([response.status, await response.json()]).toMatchObject([
      404,
      { message: 'Only an appointment request can be confirmed.' },
    ])
  })
})

describe('a confirmation that waits', () => {
  it.each([
    ['answered', 'message', (id: string) => answer(id)],
    ['confirmed', 'appointment', (id: string) => confirm(id, openDay(3))],
  ] as const)('is withdrawn when the enquiry is %s', async (_, kind, reply) => {
    await world.rows(
      `insert into throttle (kind, key, hits, admitted) values ('confirmations', 'all', array_fill(now(), array[60]), true)
       on conflict (kind, key) do update set hits = excluded.hits`,
    )
    const id = await send(kind)
    await world.rows(`delete from throttle where kind = 'confirmations'`)
    expect((await reply(id)).status).toBe(200)
    const confirmation = async () =>
      await world.rows(
        `select withdrawn_at is not null as withdrawn, sent_at is null as unsent from outbox where key like '%-confirmation:' || $1`,
        [id],
      )
    expect(await confirmation()).toEqual([{ withdrawn: false, unsent: true }])
    world.clock.advance(61)
    await sendEmails(world.services)
    expect(await confirmation()).toEqual([{ withdrawn: true, unsent: true }])
  })
})
