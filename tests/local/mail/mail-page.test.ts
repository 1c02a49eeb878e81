import { ServerClient } from 'postmark'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startMail, type LocalMailServer } from '#local/mail/mail.ts'

const PNG = 'iVBORw0KGgo='
let mail: LocalMailServer
let id: string

beforeEach(async () => {
  mail = await startMail({ token: 'a token' })
  const client = new ServerClient('a token', { requestHost: new URL(mail.url).host, useHttps: false })
  const sent = await client.sendEmail({
    From: 'hello@clinic.example',
    To: '"<b>Anne</b>" <anne@buyer.example>',
    Subject: 'Fish & <script>chips</script>',
    TextBody: 'See </pre> below',
    HtmlBody: '<p>Hello</p><img src="cid:code">',
    Attachments: [{ Name: 'cödé.png', Content: PNG, ContentType: 'image/png', ContentID: 'cid:code' }],
  })
  id = sent.MessageID
})
afterEach(() => mail.stop())

async function open(path: string, accept = 'text/html') {
  const response = await mail.page(new Request(`http://localhost${path}`, { headers: { accept } }))
  if (!response) throw new Error(`${path} is no page of the outbox`)
  return { response, text: await response.text() }
}

describe('the outbox', () => {
  it('lists the emails as HTML and escapes their content', async () => {
    const { response, text } = await open('/__local/mail')
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(text).toContain(`href="/__local/mail/${id}"`)
    expect(text).toContain('Fish &#38; &#60;script&#62;chips')
    expect(text).not.toMatch(/<script|<b>/)
  })

  it('lists the emails as JSON', async () => {
    const { text } = await open('/__local/mail', 'application/json')
    expect(JSON.parse(text)).toEqual([
      expect.objectContaining({
        to: '"<b>Anne</b>" <anne@buyer.example>',
        from: 'hello@clinic.example',
        subject: 'Fish & <script>chips</script>',
        text: 'See </pre> below',
        attachments: [{ name: 'cödé.png', contentType: 'image/png', content: PNG, contentId: 'code' }],
        sentAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      }),
    ])
  })

  it('shows a message when it is empty', async () => {
    const empty = await startMail({ token: 'a token' })
    await empty.stop()
    const page = await empty.page(new Request('http://localhost/__local/mail'))
    expect(await page?.text()).toContain('No mail has been sent')
  })
})

describe('the page of an email', () => {
  it('shows text, attachments and HTML in a frame that runs no script', async () => {
    const { text } = await open(`/__local/mail/${id}`)
    expect(text).toContain('See &#60;/pre&#62; below')
    expect(text).toContain(`href="/__local/mail/${id}/attachments/0"`)
    expect(text).toContain(
      `sandbox="allow-popups allow-popups-to-escape-sandbox" src="/__local/mail/${id}/html"`,
    )
  })

  it('serves the HTML in a sandbox and links embedded images to their attachments', async () => {
    const { response, text } = await open(`/__local/mail/${id}/html`)
    expect(response.headers.get('content-security-policy')).toMatch(/^sandbox .*default-src 'none'/)
    expect(text).toContain(`<img src="/__local/mail/${id}/attachments/0">`)
  })

  it('serves an attachment with its content type', async () => {
    const { response } = await open(`/__local/mail/${id}/attachments/0`)
    expect(response.headers.get('content-type')).toBe('image/png')
    expect(response.headers.get('content-disposition')).toContain('c%C3%B6d%C3%A9.png')
  })

  it('returns 404 for an unknown email or attachment', async () => {
    expect((await open('/__local/mail/unknown')).response.status).toBe(404)
    expect((await open(`/__local/mail/${id}/attachments/7`)).response.status).toBe(404)
  })
})

it('mailPage returns undefined for other paths', () => {
  expect(mail.page(new Request('http://localhost/__local/mailbox'))).toBeUndefined()
})

it('the stand-in for Postmark serves the pages on its own port, too', async () => {
  const response = await fetch(`${mail.url}/__local/mail`, { headers: { accept: 'application/json' } })
  expect(await response.json()).toHaveLength(1)
})
