import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { clinic } from '#clinic/current-clinic.ts'
import { therapies } from '#clinic/current-therapies.ts'
import { addDays, londonDay } from '#contract/base/send-date.ts'
import { APPOINTMENT_DAYS_MAX } from '#contract/enquiries/appointment-time.ts'
import { longDay } from '#server/dates.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { functions } from '#tests/harness/every-function.ts'
import { useWorld } from '#tests/harness/world.ts'

const { appointments, contact } = functions

const world = useWorld()
const write = (body: object, address?: string) =>
  callFunction(contact, { path: '/api/contact', body, ...(address && { address }) })
const ask = (body: object) => callFunction(appointments, { path: '/api/appointments', body })

const MESSAGE = {
  firstName: 'First',
  lastName: 'Last',
  email: 'visitor@example.com',
  subject: 'The way here',
  message: 'Is there a step at the door?\nThank you.',
}
const APPOINTMENT = {
  firstName: 'First',
  lastName: 'Last',
  email: 'patient@example.com',
  phone: '0151 496 0999',
  service: 'massage',
}

const mailsTo = (address: string) => world.mail.list().filter(({ to }) => to.includes(address))

describe('contact', () => {
  it('stores the message, emails it to the clinic with the sender as reply address, and confirms it', async () => {
    expect((await write(MESSAGE)).status).toBe(200)
    const [row] = await world.rows('select first_name, email, phone, subject, message from contact_message')
    expect(row).toEqual({
      first_name: 'First',
      email: 'visitor@example.com',
      phone: null,
      subject: 'The way here',
      message: 'Is there a step at the door?\nThank you.',
    })
    const [toClinic] = mailsTo(clinic.email)
    expect(toClinic?.replyTo).toContain('visitor@example.com')
    expect(toClinic?.text).toContain('Is there a step at the door?')
    expect(mailsTo('visitor@example.com')).toHaveLength(1)
  })

  it('confirms without user input', async () => {
    await write({
      ...MESSAGE,
      email: 'stranger@example.com',
      firstName: 'Buy-pills',
      subject: 'Cheap-pills',
      message: 'Pills-here',
    })
    const [confirmation] = mailsTo('stranger@example.com')
    expect(JSON.stringify(confirmation)).not.toMatch(/pills/i)
  })

  // ASVS 1.3.11
  it('prevents email header injection', async () => {
    const before = mailsTo(clinic.email).length
    const smuggled = '\r\nBcc: thief@example.com'
    expect((await write({ ...MESSAGE, email: `visitor@example.com${smuggled}` })).status).toBe(400)
    const odd = { ...MESSAGE, firstName: `First${smuggled}`, subject: `The way${smuggled}\u0000\u2028` }
    expect((await write({ ...odd, email: 'header@example.com' })).status).toBe(200)
    const sent = [...mailsTo('header@example.com'), ...mailsTo(clinic.email).slice(0, -before || undefined)]
    expect(sent).toHaveLength(2)
    for (const { to, replyTo, subject } of sent) {
      // oxlint-disable-next-line no-control-regex
      expect(`${to} ${replyTo} ${subject}`).not.toMatch(/[\u0000-\u001f]/)
    }
    expect(mailsTo('thief@example.com')).toEqual([])
  })

  it('accepts a repeated request once', async () => {
    const requestId = randomUUID()
    await Promise.all([1, 2, 3].map(() => write({ ...MESSAGE, email: 'twice@example.com', requestId })))
    expect(await world.rows(`select id from contact_message where email = 'twice@example.com'`)).toHaveLength(
      1,
    )
    expect(mailsTo('twice@example.com')).toHaveLength(1)
  })

  it('returns an error message for each invalid field, and stores nothing', async () => {
    const before = await world.rows('select id from contact_message')
    const response = await write({
      firstName: ' ',
      lastName: '',
      email: 'x',
      phone: 'ring me',
      subject: '',
      message: ' \n ',
    })
    expect(response.status).toBe(400)
    expect(((await response.json()) as { fields: unknown }).fields).toEqual({
      firstName: 'First name required',
      lastName: 'Last name required',
      email: 'Valid email required',
      phone: 'Please enter a phone number, such as 07700 900123',
      subject: 'Subject required',
      message: 'Message required',
    })
    expect(await world.rows('select id from contact_message')).toEqual(before)
  })

  it('refuses a request with the honeypot filled in', async () => {
    expect((await write({ ...MESSAGE, leaveEmpty: 'https://spam.example' })).status).toBe(400)
  })

  // ASVS 2.4.1
  it('accepts five in ten minutes from one address', async () => {
    const answers = await Promise.all(Array.from({ length: 7 }, () => write(MESSAGE, '198.51.100.21')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).toBeTruthy()
  })
})

describe('appointments', () => {
  it('stores the request and emails it to the clinic', async () => {
    const day = new Date(world.clock.now().getTime() + 7 * 86_400_000).toISOString().slice(0, 10)
    const { id: service, title } = therapies[0]!
    const appointment = {
      ...APPOINTMENT,
      service,
      preferredDate: day,
      dayPart: 'evening',
      voucherEnd: '12e4',
      insurance: 'Aviva',
      reason: 'Back',
    }
    expect((await ask(appointment)).status).toBe(200)
    const [row] = await world.rows(
      'select service, preferred_date::text as day, day_part, voucher_end, insurance, reason from appointment',
    )
    expect(row).toEqual({
      service,
      day,
      day_part: 'evening',
      voucher_end: '12E4',
      insurance: 'Aviva',
      reason: 'Back',
    })
    const toClinic = mailsTo(clinic.email).find(({ subject }) => subject.startsWith('Appointment request:'))
    expect(toClinic?.replyTo).toContain('patient@example.com')
    expect(toClinic?.text).toContain('0151 496 0999')
    expect(toClinic?.text).toContain('Time of day: evening\nVoucher ending: 12E4')
    const [confirmation] = mailsTo(APPOINTMENT.email)
    const asked = `Service: ${title}\nPreferred date: ${longDay(day)}\nTime of day: evening\n`
    expect(confirmation?.text).toContain(asked)
    expect(confirmation?.text).not.toMatch(/Aviva|12E4|Back|First/)
  })

  it('does not repeat a service in the visitor’s own words to the address they give', async () => {
    const email = 'own-words@example.com'
    await ask({ ...APPOINTMENT, email, service: 'Cheap pills' })
    const [confirmation] = mailsTo(email)
    expect(confirmation?.text).toBeTruthy()
    expect(JSON.stringify(confirmation)).not.toMatch(/pills/i)
  })

  it.each([
    [' 7k2m-0pqr-4xvb-19dn', '19DN'],
    ['SPRINGTIME', 'ME'],
    ['me', 'ME'],
    // Whole codes of imported vouchers.
    ['GV-0041', '41'],
    ['AB-123', '23'],
    ['ABC1234', '34'],
  ])('of the voucher code %j keeps only the end %s', async (typed, end) => {
    const email = `${end}-${typed.length}@example.com`.toLowerCase()
    expect((await ask({ ...APPOINTMENT, email, voucherEnd: typed })).status).toBe(200)
    const rows = await world.rows(`select voucher_end from appointment where email = '${email}'`)
    expect(rows).toEqual([{ voucher_end: end }])
  })

  it.each([
    ['voucherEnd', '1'],
    ['voucherEnd', '1ü3'],
    ['dayPart', 'night'],
  ])('refuses the %s %j', async (name, text) => {
    const response = await ask({ ...APPOINTMENT, [name]: text })
    expect(response.status).toBe(400)
    expect(((await response.json()) as { fields: object }).fields).toHaveProperty(name)
  })

  it('requires a phone number and a service, and nothing else', async () => {
    const response = await ask({ ...APPOINTMENT, phone: '', service: '' })
    expect(((await response.json()) as { fields: unknown }).fields).toEqual({
      phone: 'Please enter a phone number, such as 07700 900123',
      service: 'Please choose a service',
    })
    expect(
      (await ask({ ...APPOINTMENT, preferredDate: '', dayPart: '', voucherEnd: '', insurance: '' })).status,
    ).toBe(200)
  })

  it.each(['2020-01-01', '2026-02-30', '01/02/2027', 'tomorrow', '2999-02-31'])(
    'refuses the day %j',
    async (preferredDate) => {
      const response = await ask({ ...APPOINTMENT, preferredDate })
      expect(response.status).toBe(400)
      expect(((await response.json()) as { fields: object }).fields).toHaveProperty('preferredDate')
    },
  )

  it.each([
    ['the last day on which one can be confirmed', APPOINTMENT_DAYS_MAX, 200],
    ['a day after it', APPOINTMENT_DAYS_MAX + 1, 400],
  ])('asks for %s: %i days ahead gives %i', async (_, days, status) => {
    const preferredDate = addDays(londonDay(world.clock.now()), days)
    const response = await ask({ ...APPOINTMENT, email: `ahead-${days}@example.com`, preferredDate })
    expect([response.status, await response.json()]).toMatchObject([
      status,
      status === 200 ? {} : { fields: { preferredDate: 'Please choose a day in the next two years' } },
    ])
  })
})

describe('confirmations to visitors', () => {
  // ASVS 2.4.1
  it('are sent to one address three times an hour at most, and what was written is kept', async () => {
    const email = 'flooded@example.com'
    // At once, and each from another address.
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        at % 2 === 0 ? write({ ...MESSAGE, email }) : ask({ ...APPOINTMENT, email }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(mailsTo(email)).toHaveLength(3)
    const written = await world.rows(
      'select from contact_message where email = $1 union all select from appointment where email = $1',
      [email],
    )
    expect(written).toHaveLength(6)
    expect(mailsTo(clinic.email).filter(({ replyTo }) => replyTo.includes(email))).toHaveLength(6)
    expect(await world.rows(`select from throttle where key like '%flooded%'`)).toEqual([])
    await world.rows(
      `update throttle set hits = array(select hit - interval '61 minutes' from unnest(hits) hit) where kind = 'confirmation'`,
    )
    await write({ ...MESSAGE, email })
    expect(mailsTo(email)).toHaveLength(4)
  })

  it('count the addresses of one mailbox together: tags and capitals', async () => {
    const addresses = ['one', 'one+a', 'ONE+b', 'one+a+b', 'One', 'one+'].map(
      (name) => `${name}@Tagged.example`,
    )
    for (const email of addresses) expect((await write({ ...MESSAGE, email })).status).toBe(200)
    await write({ ...MESSAGE, email: 'one.other@tagged.example' })
    expect(world.mail.list().filter(({ to }) => /tagged\.example/i.test(to))).toHaveLength(4)
  })

  it('count the addresses of one mailbox at Gmail together: dots and both domains', async () => {
    const addresses = [
      'one.two@gmail.com',
      'o.n.e.two@Gmail.com',
      'onetwo+a@googlemail.com',
      'one.two@googlemail.com',
    ]
    for (const email of addresses) expect((await write({ ...MESSAGE, email })).status).toBe(200)
    expect(world.mail.list().filter(({ to }) => /@(gmail|googlemail)\.com/i.test(to))).toHaveLength(3)
  })

  it('are not used up by requests that are refused', async () => {
    const email = 'spared@example.com'
    const refused = '198.51.100.77'
    for (let nth = 0; nth < 5; nth++) await write(MESSAGE, refused)
    for (let nth = 0; nth < 4; nth++) expect((await write({ ...MESSAGE, email }, refused)).status).toBe(429)
    await write({ ...MESSAGE, email })
    expect(mailsTo(email)).toHaveLength(1)
  })

  // ASVS 2.4.1
  it('leave 60 times an hour at most, the others wait, and the clinic is told at once', async () => {
    await world.rows('delete from throttle')
    const before = mailsTo(clinic.email).length
    const visitors = Array.from({ length: 130 }, (_, nth) => `visitor${nth}@flood.example`)
    for (let wave = 0; wave < 130; wave += 10) {
      const writing = visitors.slice(wave, wave + 10)
      await Promise.all(writing.map((email, nth) => write({ ...MESSAGE, email }, `203.0.113.${wave + nth}`)))
    }
    const toVisitors = () => world.mail.list().filter(({ to }) => to.includes('@flood.example')).length
    expect(mailsTo(clinic.email)).toHaveLength(before + 130)
    expect(toVisitors()).toBe(60)
    const waiting = await world.rows<{ hours: number; emails: number }>(
      `select round(extract(epoch from due_at - outbox.created_at) / 3600)::int as hours, count(*)::int as emails
       from outbox join contact_message on contact_message.id = about and email like '%@flood.example'
       where template = 'contact-confirmation' group by 1 order by 1`,
    )
    expect(waiting).toEqual([
      { hours: 0, emails: 60 },
      { hours: 1, emails: 60 },
      { hours: 2, emails: 10 },
    ])
    world.clock.set(new Date(Date.now() + 61 * 60_000))
    await sendEmails(world.services)
    expect(toVisitors()).toBe(120)
    world.clock.set(new Date())
  })
})

it('the email to the clinic names the therapy by its title', async () => {
  const { id, title } = therapies.find((therapy) => therapy.id.includes('-')) ?? therapies[0]!
  await ask({ ...APPOINTMENT, email: 'titled@example.com', service: id })
  const [notice] = mailsTo(clinic.email)
  expect(notice?.subject).toBe(`Appointment request: First Last, ${title}`)
  const [row] = await world.rows<{ id: string }>(
    `select id from appointment where email = 'titled@example.com'`,
  )
  expect(notice?.text).toContain(`/admin/dashboard#requests/${row?.id}`)
})
