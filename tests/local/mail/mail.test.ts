import { Errors, ServerClient, type Message } from 'postmark'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startMail, type LocalMailServer } from '#local/mail/mail.ts'

let mail: LocalMailServer
let client: ServerClient

beforeEach(async () => {
  mail = await startMail({ token: 'a token' })
  client = clientOf(mail)
})
afterEach(() => mail.stop())

const clientOf = ({ url }: LocalMailServer, token = 'a token') =>
  new ServerClient(token, { requestHost: new URL(url).host, useHttps: false })

const letter = (over: Partial<Message> = {}): Message => ({
  From: 'Clinic <hello@clinic.example>',
  To: 'anne@buyer.example',
  Subject: 'Your voucher, 50 € å 🎁',
  TextBody: 'Hello Anne',
  HtmlBody: '<p>Hello Anne</p>',
  ...over,
})

const ask = (path: string, body: object, type = 'application/json') =>
  fetch(`${mail.url}/__local/mail/${path}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: JSON.stringify(body),
  })

describe('the stand-in for Postmark', () => {
  it('stores sent emails, newest first', async () => {
    const sent = await client.sendEmail(
      letter({
        ReplyTo: 'desk@clinic.example',
        MessageStream: 'outbound',
        Headers: [{ Name: 'Auto-Submitted', Value: 'auto-generated' }],
        Metadata: { outbox: '0190-17' },
        Attachments: [{ Name: 'a.txt', Content: 'aGVq', ContentType: 'text/plain', ContentID: null }],
      }),
    )
    await client.sendEmail(letter({ Subject: 'Second' }))
    expect(sent).toMatchObject({ ErrorCode: 0, Message: 'OK', To: 'anne@buyer.example' })
    expect(mail.list().map(({ subject }) => subject)).toEqual(['Second', 'Your voucher, 50 € å 🎁'])
    expect(mail.list()[1]).toEqual({
      id: sent.MessageID,
      to: 'anne@buyer.example',
      from: 'Clinic <hello@clinic.example>',
      replyTo: 'desk@clinic.example',
      subject: 'Your voucher, 50 € å 🎁',
      text: 'Hello Anne',
      html: '<p>Hello Anne</p>',
      attachments: [{ name: 'a.txt', contentType: 'text/plain', content: 'aGVq', contentId: '' }],
      headers: [{ Name: 'Auto-Submitted', Value: 'auto-generated' }],
      metadata: { outbox: '0190-17' },
      messageStream: 'outbound',
      sentAt: sent.SubmittedAt,
    })
  })

  it('returns one result per email of a batch', async () => {
    const answers = await client.sendEmailBatch([letter(), letter({ To: '' }), letter()])
    expect(answers.map(({ ErrorCode }) => ErrorCode)).toEqual([0, 300, 0])
    expect(mail.list()).toHaveLength(2)
  })

  it('refuses a wrong token', async () => {
    const sending = clientOf(mail, 'another token').sendEmail(letter())
    await expect(sending).rejects.toThrow(Errors.InvalidAPIKeyError)
    await expect(sending).rejects.toMatchObject({ code: 10, statusCode: 401 })
    expect(mail.list()).toEqual([])
  })

  it.each<[string, Partial<Message>, string]>([
    ['no recipient', { To: '' }, 'Zero recipients'],
    ['no sender', { From: '' }, `Invalid 'From' address`],
    ['no body', { TextBody: '', HtmlBody: '' }, 'Provide either email TextBody or HtmlBody'],
    ['an address without @', { To: 'anne' }, `Illegal email address 'anne'`],
    ['a comma in a name that is not quoted', { To: 'Smith, Anne <a@b.example>' }, 'Illegal email address'],
    [
      '51 recipients',
      { To: Array.from({ length: 51 }, (_, n) => `a${n}@b.example`).join() },
      'maximum allowed',
    ],
    ['a metadata value of 81 characters', { Metadata: { note: 'x'.repeat(81) } }, `Metadata 'note'`],
  ])('refuses %s with code 300', async (_, over, sentence) => {
    const sending = client.sendEmail(letter(over))
    await expect(sending).rejects.toThrow(Errors.InvalidEmailRequestError)
    await expect(sending).rejects.toMatchObject({ code: 300, message: expect.stringContaining(sentence) })
  })

  it('accepts a quoted name with a comma', async () => {
    await client.sendEmail(letter({ To: '"Smith, Anne" <a@b.example>, c@d.example' }))
    expect(mail.list()).toHaveLength(1)
  })

  it('returns 404 for other paths and 422 for invalid JSON', async () => {
    const headers = { 'x-postmark-server-token': 'a token' }
    const post = (path: string, body: string) => fetch(mail.url + path, { method: 'POST', headers, body })
    expect((await post('/templates', '{}')).status).toBe(404)
    const broken = await post('/email', '{')
    expect([broken.status, await broken.json()]).toEqual([422, { ErrorCode: 402, Message: 'Invalid JSON.' }])
  })
})

describe('the faults of the stand-in for Postmark', () => {
  it('make the given number of requests fail', async () => {
    mail.control.fail({ status: 429, code: 429, times: 1 })
    mail.control.fail({ status: 503, code: 100, times: 2 })
    await expect(client.sendEmail(letter())).rejects.toThrow(Errors.RateLimitExceededError)
    await expect(client.sendEmail(letter())).rejects.toThrow(Errors.ServiceUnavailablerError)
    await expect(client.sendEmail(letter())).rejects.toMatchObject({ code: 100, statusCode: 503 })
    expect(mail.list()).toEqual([])
    await client.sendEmail(letter())
    expect(mail.list()).toHaveLength(1)
  })

  it.each([401, 405])('can refuse all emails with code %i', async (code) => {
    mail.control.fail({ status: 422, code, times: 1 })
    await expect(client.sendEmail(letter())).rejects.toMatchObject({ code, statusCode: 422 })
  })

  it('can accept an email and lose the response', async () => {
    mail.control.fail({ status: 500, code: 0, times: 1, taken: true })
    await expect(client.sendEmail(letter())).rejects.toThrow(Errors.InternalServerError)
    expect(mail.list()).toHaveLength(1)
  })

  it('refuse one address and name it as the client expects', async () => {
    mail.control.refuse('Gone@buyer.example')
    const sending = client.sendEmail(letter({ To: 'Gone <gone@buyer.example>' }))
    await expect(sending).rejects.toThrow(Errors.InactiveRecipientsError)
    await expect(sending).rejects.toMatchObject({ code: 406, recipients: ['gone@buyer.example'] })
    const answers = await client.sendEmailBatch([letter({ To: 'gone@buyer.example' }), letter()])
    expect(answers.map(({ ErrorCode }) => ErrorCode)).toEqual([406, 0])
    mail.control.heal()
    await client.sendEmail(letter({ To: 'gone@buyer.example' }))
  })

  it('can be set over HTTP, as JSON only', async () => {
    expect((await ask('fail', { status: 500, code: 0, times: 1 }, 'text/plain')).status).toBe(415)
    expect((await ask('fail', { status: 500, code: 0, times: 1 })).status).toBe(204)
    await expect(client.sendEmail(letter())).rejects.toThrow(Errors.InternalServerError)
    await ask('refuse', { address: 'anne@buyer.example', code: 300 })
    await expect(client.sendEmail(letter())).rejects.toMatchObject({ code: 300 })
    await ask('heal', {})
    expect(await client.sendEmail(letter())).toMatchObject({ ErrorCode: 0 })
    expect((await ask('unknown', {})).status).toBe(404)
  })
})
