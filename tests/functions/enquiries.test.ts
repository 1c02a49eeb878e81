import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import appointmentsEndpoint from '../../netlify/functions/appointments.mts'
import contactEndpoint from '../../netlify/functions/contact.mts'
import { callFunction } from '../harness/call-function.ts'
import { useWorld } from '../harness/world.ts'

const world = useWorld()
const write = (body: object, address?: string) =>
  callFunction(contactEndpoint, { path: '/api/contact', body, ...(address && { address }) })
const ask = (body: object) => callFunction(appointmentsEndpoint, { path: '/api/appointments', body })

const MESSAGE = {
  firstName: 'First',
  lastName: 'Last',
  email: 'visitor@example.com',
  subject: 'The way here',
  message: 'Is there a step at the door?\nThank you.',
}
const WISH = {
  firstName: 'First',
  lastName: 'Last',
  email: 'wisher@example.com',
  phone: '0151 496 0999',
  service: 'massage',
}

const mailsTo = (address: string) => world.mail.list().filter(({ to }) => to.includes(address))
const CLINIC = 'hello@merseymeridian.example'

describe('contact', () => {
  it('keeps the message, mails it to the clinic so that an answer goes to its sender, and confirms it', async () => {
    expect((await write(MESSAGE)).status).toBe(200)
    const [row] = await world.rows('select first_name, email, phone, subject, message from contact_message')
    expect(row).toEqual({
      first_name: 'First',
      email: 'visitor@example.com',
      phone: null,
      subject: 'The way here',
      message: 'Is there a step at the door?\nThank you.',
    })
    const [toClinic] = mailsTo(CLINIC)
    expect(toClinic?.replyTo).toContain('visitor@example.com')
    expect(toClinic?.text).toContain('Is there a step at the door?')
    expect(mailsTo('visitor@example.com')).toHaveLength(1)
  })

  it('confirms without a word of what was typed', async () => {
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
  it('lets nobody write a header of a mail', async () => {
    const before = mailsTo(CLINIC).length
    const smuggled = '\r\nBcc: thief@example.com'
    expect((await write({ ...MESSAGE, email: `visitor@example.com${smuggled}` })).status).toBe(400)
    const odd = { ...MESSAGE, firstName: `First${smuggled}`, subject: `The way${smuggled}\u0000\u2028` }
    expect((await write({ ...odd, email: 'header@example.com' })).status).toBe(200)
    const sent = [...mailsTo('header@example.com'), ...mailsTo(CLINIC).slice(0, -before || undefined)]
    expect(sent).toHaveLength(2)
    for (const { to, replyTo, subject } of sent) {
      // oxlint-disable-next-line no-control-regex
      expect(`${to} ${replyTo} ${subject}`).not.toMatch(/[\u0000-\u001f]/)
    }
    expect(mailsTo('thief@example.com')).toEqual([])
  })

  it('takes the same attempt once', async () => {
    const requestId = randomUUID()
    await Promise.all([1, 2, 3].map(() => write({ ...MESSAGE, email: 'twice@example.com', requestId })))
    expect(await world.rows(`select id from contact_message where email = 'twice@example.com'`)).toHaveLength(
      1,
    )
    expect(mailsTo('twice@example.com')).toHaveLength(1)
  })

  it('says beside each field what is wrong with it, and keeps nothing', async () => {
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
      phone: 'Please enter a phone number, such as 0151 496 0123',
      subject: 'Subject required',
      message: 'Message required',
    })
    expect(await world.rows('select id from contact_message')).toEqual(before)
  })

  it('refuses programs that fill in every field', async () => {
    expect((await write({ ...MESSAGE, website: 'https://spam.example' })).status).toBe(400)
  })

  // ASVS 2.4.1
  it('takes five in ten minutes from one address', async () => {
    const answers = await Promise.all(Array.from({ length: 7 }, () => write(MESSAGE, '198.51.100.21')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).toBeTruthy()
  })
})

describe('appointments', () => {
  it('keeps the wish and mails it to the clinic', async () => {
    const day = new Date(world.clock.now().getTime() + 7 * 86_400_000).toISOString().slice(0, 10)
    const wish = { ...WISH, preferredDate: day, insurance: 'Aviva', reason: 'Back' }
    expect((await ask(wish)).status).toBe(200)
    const [row] = await world.rows(
      'select service, preferred_date::text as day, insurance, reason from appointment',
    )
    expect(row).toEqual({ service: 'massage', day, insurance: 'Aviva', reason: 'Back' })
    const toClinic = mailsTo(CLINIC).find(({ subject }) => subject.includes('appointment'))
    expect(toClinic?.replyTo).toContain('wisher@example.com')
    expect(toClinic?.text).toContain('0151 496 0999')
  })

  it('needs a phone number and a service, and nothing more than that', async () => {
    const response = await ask({ ...WISH, phone: '', service: '' })
    expect(((await response.json()) as { fields: unknown }).fields).toEqual({
      phone: 'Please enter a phone number, such as 0151 496 0123',
      service: 'Please choose a service',
    })
    expect((await ask({ ...WISH, preferredDate: '', insurance: '', reason: '' })).status).toBe(200)
  })

  it.each(['2020-01-01', '2026-02-30', '01/02/2027', 'tomorrow', '2999-02-31'])(
    'refuses the day %j',
    async (preferredDate) => {
      const response = await ask({ ...WISH, preferredDate })
      expect(response.status).toBe(400)
      expect(((await response.json()) as { fields: object }).fields).toHaveProperty('preferredDate')
    },
  )
})
