import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { LocalMail } from '#local/mail/local-mail.ts'
import { startStack, type Built, type Stack } from '#local/stack.ts'
import { runDoctor } from '#scripts/doctor.ts'
import { integrityHash } from '#scripts/security-headers/integrity.ts'
import { scratchFolder } from '#tests/harness/scratch-postgres.ts'
import { buildSmallSite, HOME } from '#tests/local/stack/small-site.ts'

let folder: string
let built: Built
let stack: Stack

const start = (dir = 'first', options = {}) =>
  startStack({ port: 0, dir: join(folder, dir), built, ...options })

beforeAll(async () => {
  vi.stubEnv('MAIL_FROM', 'sender@clinic.example')
  folder = scratchFolder()
  built = await buildSmallSite(folder)
  stack = await start()
})
afterAll(async () => {
  await stack.stop()
  await rm(folder, { recursive: true, force: true })
})

const get = (path: string, headers = {}) => fetch(stack.info.site + path, { headers })

/** Emails to buyers and recipients; the admin gets one about signing in. */
async function readMails(): Promise<LocalMail[]> {
  const mails: LocalMail[] = await (await get('/__local/mail', { accept: 'application/json' })).json()
  return mails.filter(({ to }) => to !== stack.info.adminEmail)
}

function askForPayment(address: string): Promise<Response> {
  const voucherData = {
    buyerName: 'Ada Buyer',
    buyerEmail: 'ada@example.com',
    recipientName: 'Ben Friend',
    recipientEmail: 'ben@example.com',
    originalAmount: '50',
  }
  return fetch(`${stack.info.site}/api/create-payment-intent`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-nf-client-connection-ip': address },
    body: JSON.stringify({ amount: '50', voucherData }),
  })
}

async function startPayment(): Promise<{ clientSecret: string }> {
  const answer = await askForPayment('203.0.113.1')
  expect(answer.status).toBe(200)
  const reply: { clientSecret: string } = await answer.json()
  return reply
}

/** As Stripe.js does it in the browser. */
function confirm(api: string, clientSecret: string): Promise<Response> {
  return fetch(`${api}/v1/payment_intents/${clientSecret.split('_secret')[0]}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stack.info.stripePublishableKey}` },
    body: new URLSearchParams({
      client_secret: clientSecret,
      payment_method: 'pm_card_visa',
      return_url: stack.info.site,
    }),
  })
}

test('the stack names its URLs to programs', async () => {
  expect(await (await get('/__local/stack.json')).json()).toEqual({
    site: stack.info.site,
    databaseUrl: expect.stringMatching(/^postgres:\/\/.*@localhost:\d+\/clinic$/),
    functionsDatabaseUrl: expect.stringMatching(/^postgres:\/\/clinic_functions:.*@localhost:\d+\/clinic$/),
    stripeApi: expect.stringMatching(/^http:\/\/localhost:\d+$/),
    stripePublishableKey: expect.stringMatching(/^pk_test_/),
    stripeSecretKey: expect.stringMatching(/^sk_test_/),
    mailApi: expect.stringMatching(/^http:\/\/[\w.]+:\d+$/),
    adminEmail: expect.stringMatching(/^.+@.+$/),
    adminPassword: expect.stringMatching(/^.{15,}$/),
  })
})

test('the printed admin can sign in from the printed page', async () => {
  const { adminEmail: email, adminPassword: password, site } = stack.info
  const login = await fetch(`${site}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const { token }: { token: string } = await login.json()
  const cookie = login.headers.getSetCookie().map((line) => line.split(';')[0])
  const session = await get('/api/admin/session', {
    authorization: `Bearer ${token}`,
    cookie: cookie.join('; '),
  })
  expect(await session.json()).toMatchObject({ email })
  const page = await (await get('/__local')).text()
  expect(page).toContain('/admin/login')
  expect(page).toContain(password)
})

test('a voucher is bought: the webhook settles the payment and the emails arrive', async () => {
  const { clientSecret } = await startPayment()
  // Through the site's own address, where the browser half of the stand-in calls.
  expect((await confirm(`${stack.info.site}/__local/stripe`, clientSecret)).status).toBe(200)
  await vi.waitUntil(async () => (await readMails()).length >= 2, 10_000)
  const mails = await readMails()
  expect(mails.map(({ to }) => to).toSorted()).toEqual(['ada@example.com', 'ben@example.com'])
  expect(await (await get('/__local')).text()).toContain('href="/__local/stripe"')
  expect(await (await get('/__local/stripe')).text()).toContain('£50.00, succeeded')
})

test('the doctor finds no fault apart from what needs a deployment', async () => {
  // What the content still needs is tested in tests/scripts/doctor/doctor.test.ts.
  const parts = (await runDoctor()).filter(({ about }) => about !== 'Content and launch')
  const found = parts.flatMap(({ findings }) => findings)
  expect(found.filter(({ state }) => state === 'wrong').map(({ message: says }) => says)).toEqual([
    `The site’s address, ${stack.info.site}, is on this machine.`,
    'MAIL_FROM is still the sample, sender@clinic.example.',
  ])
  expect(found.filter(({ state }) => state === 'unseen').map(({ message: says }) => says)).toEqual([
    `${stack.info.site}/shop answers 404 without a policy.`,
    'Its address is none of Neon’s, so its region cannot be told.',
  ])
})

test('POST /__local/settle and /__local/hourly run a scheduled function and respond when it is done', async () => {
  for (const path of ['/__local/settle', '/__local/hourly']) {
    const answer = await fetch(stack.info.site + path, { method: 'POST' })
    expect(await answer.json()).toMatchObject({ status: 200 })
    expect((await get(path)).status).toBe(405)
  }
})

test('a caller may choose its client address', async () => {
  expect((await askForPayment('203.0.113.7')).status).toBe(200)
  const sql = new Client({ connectionString: stack.info.databaseUrl })
  await sql.connect()
  await sql.query(
    `update throttle set hits = array_fill(hits[1], array[300])
     where kind = 'intent' and hits[1] = (select max(hits[1]) from throttle where kind = 'intent')`,
  )
  await sql.end()
  expect((await askForPayment('203.0.113.7')).status).toBe(429)
  expect((await askForPayment('203.0.113.8')).status).toBe(200)
})

test('an uploaded picture is served at its product’s path', async () => {
  const [picture, bytes] = [randomUUID(), Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')]
  const sql = new Client({ connectionString: stack.info.databaseUrl })
  await sql.connect()
  await sql.query(
    `insert into picture (id, content_type, bytes, created_at) values ($1, 'image/svg+xml', $2, now())`,
    [picture, bytes],
  )
  await sql.query(
    `insert into product (id, name, description, price_pence, image, stock, created_at)
     values (gen_random_uuid(), 'Pictured', 'A thing for home.', 3200, $1, 1, now())`,
    [`/api/pictures/${picture}`],
  )
  await sql.end()
  const shelf: { name: string; image: string }[] = await (await get('/api/products')).json()
  const answer = await get(shelf.find(({ name }) => name === 'Pictured')?.image ?? '')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes)
  expect((await get('/api/pictures/none')).status).toBe(404)
})

describe('the pages', () => {
  test('load the stand-in for Stripe.js where they would load Stripe’s own, under the same policy', async () => {
    expect(await (await get('/')).text()).toBe(HOME)
    const script = await (await get('/_astro/pay.js')).text()
    expect(script).toBe('load("/__local/stripe")')
    expect(await (await get('/__local/stripe/endive/stripe.js')).text()).toContain('Stripe')
    const page = await get('/pay')
    const text = await page.text()
    const [, map = ''] = /<script type="importmap">(.*?)<\/script>/.exec(text) ?? []
    const integrity = (JSON.parse(map) as { integrity: Record<string, string> }).integrity
    const [address = ''] = Object.keys(integrity)
    // With the deploy that it belongs to.
    expect(address).toMatch(/^\/_astro\/pay\.js(\?dpl=.+)?$/)
    expect(integrity).toEqual({ [address]: integrityHash(script) })
    expect(text).toContain(`src="${address}" integrity="${integrityHash(script)}"`)
    expect(page.headers.get('content-security-policy')).toContain(
      `script-src 'self' '${integrityHash(map)}';`,
    )
  })

  test('are compressed as Netlify compresses them', async () => {
    const { headers } = await get('/', { 'accept-encoding': 'gzip, br' })
    expect([headers.get('content-encoding'), headers.get('vary')]).toEqual(['br', 'Accept-Encoding'])
  })

  test('are served as built on request', async () => {
    const other = await start('unmodified', { unmodified: true })
    expect(await (await fetch(other.info.site)).text()).toBe(HOME)
    await other.stop()
  })
})

test('the local pages are refused under a foreign host name', async () => {
  const { port } = new URL(stack.info.site)
  const { request } = await import('node:http')
  const call = request({ port, path: '/__local/stack.json', headers: { host: 'rebound.example' } }).end()
  const [response]: { statusCode?: number }[] = await once(call, 'response')
  expect(response?.statusCode).toBe(404)
})

describe('a second stack', () => {
  test('on the same port only prints an error', async () => {
    const port = Number(new URL(stack.info.site).port)
    await expect(start('second', { port })).rejects.toThrow(`Port ${port} is in use.`)
  })

  test('in the same folder is refused and does not harm the first', async () => {
    await expect(start()).rejects.toThrow(`Another one runs on ${join(folder, 'first')}`)
    expect((await startPayment()).clientSecret).toMatch(/^pi_/)
    expect((await get('/')).status).toBe(200)
  })
})

test('payments and emails survive a kill -9', async () => {
  const dir = join(folder, 'killed')
  const code = `import { startStack } from ${JSON.stringify(join(import.meta.dirname, '../../../local/stack.ts'))}
    const stack = await startStack({ port: 0, dir: ${JSON.stringify(dir)}, built: ${JSON.stringify(built)} })
    console.log(JSON.stringify(stack.info))`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', code])
  const [line]: Buffer[] = await once(child.stdout, 'data')
  const first = stack
  stack = { ...first, info: JSON.parse(String(line)) }
  const { clientSecret } = await startPayment()
  await confirm(stack.info.stripeApi, clientSecret)
  await vi.waitUntil(async () => (await readMails()).length >= 2, 10_000)
  child.kill('SIGKILL')
  await once(child, 'exit')
  stack = await start('killed')
  expect(await readMails()).toHaveLength(2)
  expect((await confirm(stack.info.stripeApi, clientSecret)).status).toBe(400)
  await stack.stop()
  stack = first
})
