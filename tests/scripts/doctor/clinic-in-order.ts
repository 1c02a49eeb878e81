import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { Models } from 'postmark'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { listen } from '#local/listen.ts'
import { webhookTo } from '#local/mail/mail-webhooks.ts'
import { startMail, type LocalMailServer } from '#local/mail/mail.ts'
import { runDoctor } from '#scripts/doctor.ts'
import type { FindingState } from '#scripts/doctor/finding.ts'
import { STRIPE_EVENTS } from '#server/money/settle/apply-stripe-event.ts'
import type { World } from '#tests/harness/start-world.ts'
import { useWorld } from '#tests/harness/world.ts'

export const SENDER = 'hello@clinic.co.uk'
export const ACCOUNT_TOKEN = 'token-of-the-account'
export const MAIL_PASSWORD = randomBytes(24).toString('hex')
export const GOOD_SENDER = {
  accountToken: ACCOUNT_TOKEN,
  senders: [{ EmailAddress: SENDER, Confirmed: true }],
  domains: [{ Name: 'clinic.co.uk', DKIMVerified: true, ReturnPathDomainVerified: true }],
}

const POLICY = "default-src 'none'; style-src-attr 'unsafe-inline'"

/** A local stack with a complete set-up, restored before each test. */
export function useClinicInOrder() {
  const world = useWorld()
  const site = createServer(({ url }, response) =>
    response
      .writeHead(clinic.answers, { 'content-security-policy': clinic.policy })
      .end(url === '/api/health' ? clinic.health : url === '/website.json' ? clinic.website : '[]'),
  )
  const running: { mail?: LocalMailServer } = {}
  const setMailWebhooks = (webhooks: Models.Webhook[]) => running.mail?.setWebhooks(webhooks)
  const clinic = {
    world,
    address: '',
    answers: 200,
    health: '',
    website: '',
    policy: POLICY,
    setMailWebhooks,
  }
  beforeAll(async () => {
    clinic.address = `http://localhost:${await listen(site)}`
    running.mail = await startMail({ token: 'token-of-the-server', account: GOOD_SENDER })
    await insertAdmin(world)
  })
  beforeEach(() => {
    clinic.answers = 200
    clinic.policy = POLICY
    clinic.website = ''
    clinic.health = '{"version":"1.0.0","region":"eu-west-2"}'
    setEnvironment(world, clinic.address, running.mail!)
    register(world, clinic.address)
    world.stripe.setDomains([{ name: 'localhost' }])
    clinic.setMailWebhooks([mailWebhook(clinic.address)])
  })
  afterEach(() => vi.unstubAllEnvs())
  afterAll(async () => {
    site.close()
    await running.mail?.stop()
  })
  return clinic
}

export const ADMIN_EMAIL = 'owner@clinic.co.uk'

export const insertAdmin = ({ rows }: World) =>
  rows(
    `insert into admin_user (id, email, password_hash, created_at) values (gen_random_uuid(), $1, '$argon2id$x', now())`,
    [ADMIN_EMAIL],
  )

function setEnvironment(world: World, address: string, mail: LocalMailServer): void {
  const values = {
    URL: address,
    DATABASE_URL_UNPOOLED: world.databaseUrl,
    POSTMARK_API: mail.url,
    POSTMARK_SERVER_TOKEN: 'token-of-the-server',
    POSTMARK_ACCOUNT_TOKEN: ACCOUNT_TOKEN,
    POSTMARK_WEBHOOK_PASSWORD: MAIL_PASSWORD,
    MAIL_FROM: SENDER,
    ADDRESS_KEY: randomBytes(24).toString('hex'),
    LINK_KEY: randomBytes(24).toString('base64'),
    SESSION_KEY: randomBytes(24).toString('base64'),
  }
  for (const [name, value] of Object.entries(values)) vi.stubEnv(name, value)
}

/** The webhook endpoint as in docs/stripe.md, with changed properties. */
export function register(world: World, address: string, traits: object = {}): void {
  const endpoint = { url: `${address}/api/stripe-webhook`, secret: 'whsec_x', enabledEvents: STRIPE_EVENTS }
  world.stripe.setWebhooks([{ ...endpoint, ...traits }])
}

/** Postmark's webhook as in docs/postmark.md. */
export const mailWebhook = (
  address: string,
  auth: Partial<Models.HttpAuth> = {},
  path = '/api/postmark-webhook',
): Models.Webhook => webhookTo(address + path, { Username: 'postmark', Password: MAIL_PASSWORD, ...auth })

/** Returns the findings of a state, message and next step in one string. */
export async function found(state: FindingState, limitMs?: number): Promise<string[]> {
  const parts = await runDoctor(limitMs)
  return parts
    .flatMap(({ findings }) => findings)
    .flatMap((finding) => (finding.state === state ? `${finding.message} ${finding.next ?? ''}`.trim() : []))
}
