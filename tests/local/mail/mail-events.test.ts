import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { Models, ServerClient } from 'postmark'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listen } from '#local/listen.ts'
import { webhookTo } from '#local/mail/mail-webhooks.ts'
import { startMail, type LocalMailServer } from '#local/mail/mail.ts'

const AUTH = { Username: 'postmark', Password: 'pässword:1' }
const SUMMER = '2026-07-01T03:30:00.250Z'

let mail: LocalMailServer
let client: ServerClient
let now: number
/** Requests that the webhook received. */
let received: { authorization: string | undefined; body: unknown }[]
let answer: number
const receiver = createServer((request, response) => {
  void text(request).then((body) => {
    received.push({ authorization: request.headers.authorization, body: JSON.parse(body) })
    return response.writeHead(answer).end('Noted')
  })
})
let url: string

beforeEach(async () => {
  now = Date.parse(SUMMER)
  received = []
  answer = 200
  url = `http://127.0.0.1:${await listen(receiver)}/`
  mail = await startMail({
    token: 'a token',
    account: { webhooks: [webhookTo(url, AUTH)] },
    clock: () => now,
  })
  client = new ServerClient('a token', { requestHost: new URL(mail.url).host, useHttps: false })
})
afterEach(async () => {
  await mail.stop()
  receiver.closeAllConnections()
  await new Promise((resolve) => receiver.close(resolve))
})

async function send(To = 'Anne <anne@buyer.example>'): Promise<string> {
  const sent = await client.sendEmail({
    From: 'Clinic <hello@clinic.example>',
    To,
    Subject: 'Your voucher',
    TextBody: 'The code is 4F7K',
    Metadata: { outbox: '0190-17' },
  })
  return sent.MessageID
}

const control = (name: string, body: object) =>
  fetch(`${mail.url}/__local/mail/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

const FAILURE = {
  MessageStream: 'outbound',
  ID: expect.toSatisfy((id: number) => Number.isSafeInteger(id) && id > 2 ** 31),
  Tag: '',
  Metadata: { outbox: '0190-17' },
  ServerID: 1,
  Email: 'anne@buyer.example',
  From: 'hello@clinic.example',
  BouncedAt: '2026-07-01T03:30:00.2500000Z',
  DumpAvailable: true,
  Subject: 'Your voucher',
}

describe('what happens to an email', () => {
  it('is a hard bounce by default', async () => {
    const id = await send()
    expect(mail.control.bounce(id)).toEqual({
      ...FAILURE,
      RecordType: 'Bounce',
      Type: 'HardBounce',
      TypeCode: 1,
      Name: 'Hard bounce',
      MessageID: id,
      Description: 'The server was unable to deliver your message (ex: unknown user, mailbox not found).',
      Details: 'smtp;550 5.1.1 Recipient address rejected: User unknown <anne@buyer.example>',
      Inactive: true,
      CanActivate: true,
    })
  })

  it('is a complaint', async () => {
    const id = await send()
    expect(mail.control.complain(id)).toEqual({
      ...FAILURE,
      RecordType: 'SpamComplaint',
      Type: 'SpamComplaint',
      TypeCode: 512,
      Name: 'Spam complaint',
      MessageID: id,
      Description: 'The subscriber explicitly marked this message as spam.',
      Details: expect.any(String),
      Inactive: true,
      CanActivate: false,
    })
  })

  it('is a delivery, which has no id', async () => {
    const id = await send()
    expect(mail.control.deliver(id)).toEqual({
      RecordType: 'Delivery',
      MessageStream: 'outbound',
      MessageID: id,
      Tag: '',
      Metadata: { outbox: '0190-17' },
      ServerID: 1,
      Recipient: 'anne@buyer.example',
      DeliveredAt: '2026-07-01T03:30:00.2500000Z',
      Details: 'smtp;250 2.0.0 OK <anne@buyer.example>',
    })
  })

  it('is posted with basic auth when a program asks for it, and the answer is returned', async () => {
    const id = await send()
    answer = 401
    for (const [name, body, type] of [
      ['deliver', { id }, 'Delivery'],
      ['bounce', { id, type: 'SoftBounce' }, 'Bounce'],
      ['complain', { id }, 'SpamComplaint'],
    ] as const) {
      const response: unknown = await (await control(name, body)).json()
      const { authorization, body: event } = received.pop()!
      expect(response).toEqual({ event, answers: [{ url, status: 401, body: 'Noted' }] })
      expect(event).toMatchObject({ RecordType: type, MessageID: id })
      const [scheme, credentials = ''] = authorization?.split(' ') ?? []
      expect([scheme, Buffer.from(credentials, 'base64').toString()]).toEqual([
        'Basic',
        'postmark:pässword:1',
      ])
    }
    expect(mail.events().map(({ RecordType }) => RecordType)).toEqual(['Delivery', 'Bounce', 'SpamComplaint'])
  })

  it('is posted as often as a test likes, and only to webhooks that want it', async () => {
    const delivery = mail.control.deliver(await send())
    await mail.control.post(delivery)
    await mail.control.post(delivery)
    expect(received.map(({ body }) => body)).toEqual([delivery, delivery])
    const webhook = webhookTo(url, AUTH)
    mail.setWebhooks([
      { ...webhook, MessageStream: 'broadcast' },
      { ...webhook, Triggers: { ...webhook.Triggers, Delivery: { Enabled: false } } },
    ])
    expect(await mail.control.post(delivery)).toEqual([])
  })

  it('is posted with the email itself only to a webhook that includes content', async () => {
    const webhook = webhookTo(url, AUTH)
    const Bounce = { Enabled: true, IncludeContent: true }
    mail.setWebhooks([webhook, { ...webhook, Triggers: { ...webhook.Triggers, Bounce } }])
    await mail.control.post(mail.control.bounce(await send()))
    expect(JSON.stringify(received.map(({ body }) => body)).split('4F7K')).toHaveLength(2)
  })

  it('is recorded although the webhook cannot be reached', async () => {
    mail.setWebhooks([webhookTo('http://127.0.0.1:9/', AUTH)])
    const response: unknown = await (await control('bounce', { id: await send() })).json()
    expect(response).toMatchObject({ answers: [{ status: 0 }] })
    expect(mail.events()).toHaveLength(1)
  })

  it('is refused for an unknown email or type', async () => {
    expect((await control('deliver', { id: 'unknown' })).status).toBe(404)
    expect((await control('bounce', { id: await send(), type: 'toString' })).status).toBe(422)
    expect(mail.events()).toEqual([])
  })
})

describe('an inactive address', () => {
  it.each(['HardBounce', 'BadEmailAddress'] as const)(
    'after %s gets no email until it is activated',
    async (type) => {
      const bounce = mail.control.bounce(await send(), type)
      const sending = send('Anne@Buyer.example')
      await expect(sending).rejects.toMatchObject({ code: 406, recipients: ['Anne@Buyer.example'] })
      expect(await client.activateBounce(bounce.ID)).toMatchObject({
        Message: 'OK',
        Bounce: { ID: bounce.ID, Inactive: false, CanActivate: true },
      })
      await send()
    },
  )

  it.each(['SoftBounce', 'Transient', 'DnsError', 'Blocked'] as const)('is none after %s', async (type) => {
    mail.control.bounce(await send(), type)
    await send()
    expect(mail.list()).toHaveLength(2)
  })

  it('stays inactive after a complaint', async () => {
    const id = await send()
    const bounce = mail.control.bounce(id)
    const complaint = mail.control.complain(id)
    await client.activateBounce(bounce.ID)
    await expect(client.activateBounce(complaint.ID)).rejects.toMatchObject({ code: 1003, statusCode: 422 })
    await expect(send()).rejects.toMatchObject({ code: 406 })
  })

  it('cannot be activated by an unknown bounce or with a wrong token', async () => {
    const { ID } = mail.control.bounce(await send())
    await expect(client.activateBounce(ID + 1)).rejects.toMatchObject({ code: 1001, statusCode: 422 })
    const other = new ServerClient('other', { requestHost: new URL(mail.url).host, useHttps: false })
    await expect(other.activateBounce(ID)).rejects.toMatchObject({ code: 10, statusCode: 401 })
  })
})

describe('the list of bounces', () => {
  it('is newest first, in pages, without metadata, and has complaints but no deliveries', async () => {
    const id = await send()
    const first = mail.control.bounce(id, 'SoftBounce')
    mail.control.deliver(id)
    now += 1000
    const second = mail.control.complain(id)
    const { TotalCount, Bounces } = await client.getBounces({ count: 500 })
    expect([TotalCount, ...Bounces.map(({ ID }) => ID)]).toEqual([2, second.ID, first.ID])
    const { Metadata: _, ...row } = first
    expect(Bounces[1]).toEqual({ ...row, BouncedAt: '2026-06-30T23:30:00.2500000-04:00' })
    expect(Bounces[0]).toMatchObject({ RecordType: 'Bounce', Type: 'SpamComplaint', TypeCode: 100_001 })
    expect(await client.getBounces({ count: 1, offset: 1 })).toEqual({ TotalCount: 2, Bounces: [Bounces[1]] })
  })

  it('has dates in Eastern time in winter, too', async () => {
    now = Date.parse('2027-01-01T04:59:59Z')
    mail.control.bounce(await send())
    const { Bounces } = await client.getBounces()
    expect(Bounces[0]?.BouncedAt).toBe('2026-12-31T23:59:59.0000000-05:00')
  })

  it.each<[Models.BounceFilteringParameters, number]>([
    [{ type: Models.BounceType.HardBounce }, 1],
    [{ type: Models.BounceType.Blocked }, 0],
    [{ inactive: true }, 1],
    [{ inactive: false }, 0],
    [{ emailFilter: 'ANNE@' }, 1],
    [{ emailFilter: 'eva@' }, 0],
    [{ messageID: 'another' }, 0],
    [{ messageStream: 'broadcast' }, 0],
    // The bounce is at 23:30 on 30 June, Eastern time.
    [{ fromDate: '2026-06-30' }, 1],
    [{ fromDate: '2026-07-01' }, 0],
    [{ toDate: '2026-06-30' }, 1],
    [{ toDate: '2026-06-29' }, 0],
    [{ fromDate: '2026-06-30T23:30:00', toDate: '2026-06-30T23:30:00' }, 1],
    [{ fromDate: '2026-06-30T23:30:01' }, 0],
  ])('filtered by %j has %i', async (filter, expected) => {
    mail.control.bounce(await send())
    expect((await client.getBounces(filter)).TotalCount).toBe(expected)
  })

  it.each<object>([
    { count: 501 },
    { count: -1 },
    { count: 500, offset: 9501 },
    { type: 'Tomorrow' },
    { fromDate: '2026-07-01T03:30:00Z' },
  ])('is refused with code 1000 for %j', async (filter) => {
    await expect(client.getBounces(filter)).rejects.toMatchObject({ code: 1000, statusCode: 422 })
  })
})

it('the stand-in for Postmark lists its webhooks with their password, of one stream or of all', async () => {
  expect(await client.getWebhooks()).toEqual({ Webhooks: [webhookTo(url, AUTH)] })
  expect(await client.getWebhooks({ messageStream: 'outbound' })).toMatchObject({
    Webhooks: [{ HttpAuth: AUTH }],
  })
  expect(await client.getWebhooks({ messageStream: 'broadcast' })).toEqual({ Webhooks: [] })
})

describe('while Postmark is down', () => {
  it.each([
    ['it is up again', () => control('down', { down: false })],
    ['all faults end', () => control('heal', {})],
  ])('every request gets 503, until %s', async (_, end) => {
    expect((await control('down', { down: true })).status).toBe(204)
    for (const request of [
      () => send(),
      () => client.getBounces(),
      () => client.getWebhooks(),
      () => client.activateBounce(1),
    ])
      await expect(request()).rejects.toMatchObject({ code: 100, statusCode: 503 })
    expect(mail.list()).toEqual([])
    expect((await end()).status).toBe(204)
    await send()
  })
})
