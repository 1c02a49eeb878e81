import { ServerClient } from 'postmark'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { webhookTo } from '#local/mail/mail-webhooks.ts'
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

  it('lists the emails to one address as JSON', async () => {
    const listed = async (to: string) =>
      JSON.parse(
        (await open(`/__local/mail?to=${encodeURIComponent(to)}`, 'application/json')).text,
      ) as unknown[]
    expect(await listed('anne@buyer.example')).toHaveLength(1)
    expect(await listed('ann@buyer.example')).toEqual([])
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

describe('the buttons of the outbox', () => {
  const buttonsAt = async (path: string) => {
    const { text } = await open(path)
    return [...text.matchAll(/<button>(.*?)</g)].map(([, label]) => label)
  }

  const press = async (fields: Record<string, string>, path = '/__local/mail') => {
    const body = new URLSearchParams(fields)
    const response = await mail.page(new Request(`http://localhost${path}`, { method: 'POST', body }))
    if (!response) throw new Error(`${path} takes no POST`)
    return {
      status: response.status,
      location: response.headers.get('location'),
      text: await response.text(),
    }
  }

  it.each(['', '/email'])(
    'let an email bounce, be activated, be delivered and reported at …%s',
    async (of) => {
      const path = `/__local/mail${of && `/${id}`}`
      const happened = async () => (await open(path)).text
      expect(await press({ control: 'bounce', id, type: 'BadEmailAddress' }, path)).toMatchObject({
        status: 303,
        location: `${path}#${id}`,
      })
      expect(await happened()).toContain('Bounced, BadEmailAddress, the address is inactive')
      expect(await buttonsAt(path)).toContain('Activate')
      await press({ control: 'activate', id }, path)
      expect(await happened()).not.toContain('inactive')
      expect(await buttonsAt(path)).not.toContain('Activate')
      await press({ control: 'deliver', id }, path)
      expect(await happened()).toContain('Delivered: ')
      await press({ control: 'complain', id }, path)
      expect(await happened()).toContain('Complained, the address is inactive')
      expect(await buttonsAt(path)).not.toContain('Activate')
    },
  )

  it('take Postmark down and bring it up', async () => {
    await press({ control: 'down' })
    expect(await buttonsAt('/__local/mail')).toContain('Bring it up')
    await press({ control: 'up' })
    expect(await buttonsAt('/__local/mail')).toContain('Take it down')
  })

  it('say what a webhook answered that did not accept the event', async () => {
    mail.setWebhooks([webhookTo(`${mail.url}/nowhere`, { Username: 'postmark', Password: 'x' })])
    const { status, text } = await press({ control: 'deliver', id })
    expect([status, text]).toEqual([200, expect.stringContaining(`${mail.url}/nowhere answered 404.`)])
  })

  it.each([
    [{ control: 'deliver', id: 'unknown' }, 404],
    [{ control: 'bounce', type: 'Tomorrow' }, 422],
    [{ control: 'activate' }, 422],
  ])('refuse %j', async (fields, status) => {
    const pressed = await press({ id, ...fields })
    expect([pressed.status, pressed.text]).toEqual([status, expect.stringContaining('Refused: ')])
    expect(mail.events()).toEqual([])
  })
})

it('the outbox has the buttons of the 50 newest emails and links to the others', async () => {
  const client = new ServerClient('a token', { requestHost: new URL(mail.url).host, useHttps: false })
  const email = {
    From: 'hello@clinic.example',
    To: 'anne@buyer.example',
    Subject: 'Later',
    TextBody: 'Hello',
  }
  await client.sendEmailBatch(Array.from({ length: 50 }, () => email))
  const { text } = await open('/__local/mail')
  expect(text.match(/<article /g)).toHaveLength(50)
  expect(text).toContain(`href="/__local/mail/${id}"`)
})

it('mailPage returns undefined for other paths', () => {
  expect(mail.page(new Request('http://localhost/__local/mailbox'))).toBeUndefined()
})

it('the stand-in for Postmark serves the pages on its own port, too', async () => {
  const response = await fetch(`${mail.url}/__local/mail`, { headers: { accept: 'application/json' } })
  expect(await response.json()).toHaveLength(1)
})
