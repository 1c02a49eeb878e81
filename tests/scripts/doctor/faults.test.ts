import { afterEach, describe, expect, it, vi } from 'vitest'
import { startMail } from '#local/mail/mail.ts'
import { asFunctionsRole } from '#local/postgres/functions-role.ts'
import { descriptorSettings } from '#local/stripe/account-routes.ts'
import { startStripe } from '#local/stripe/start-stripe.ts'
import { checkRegion } from '#scripts/doctor/check-database.ts'
import { findFunctionsRegion } from '#scripts/doctor/find-functions-region.ts'
import { migrate } from '#scripts/migrate.ts'
import { removeAdmin } from '#server/auth/admins.ts'
import { createPaidIntent } from '#tests/harness/probe-account.ts'
import { sdk, SECRET_KEY, startTestAccount } from '#tests/harness/test-account.ts'
import {
  ACCOUNT_TOKEN,
  ADMIN_EMAIL,
  found,
  GOOD_SENDER,
  insertAdmin,
  MAIL_PASSWORD,
  mailWebhook,
  register,
  SENDER,
  useClinicInOrder,
} from '#tests/scripts/doctor/clinic-in-order.ts'

const clinic = useClinicInOrder()
const started: { stop: () => Promise<void> }[] = []
afterEach(async () => {
  for (const one of started.splice(0)) await one.stop()
})

const saying = (sentence: string | RegExp): unknown => expect.stringMatching(sentence)

describe('passkeys', () => {
  it('of another address are named', async () => {
    await clinic.world.rows(
      `insert into passkey (id, admin_id, public_key, counter, name, is_synced, host, created_at, used_at)
       select repeat('x', 32), id, 'key', 0, 'Phone', true, 'former.example', now(), now() from admin_user limit 1`,
    )
    expect(await found('wrong')).toContainEqual(
      saying(/^Passkeys were made for former\.example, and do not work on/),
    )
    await clinic.world.rows('delete from passkey')
  })
})

describe('settings', () => {
  it.each([
    ['STRIPE_WEBHOOK_SECRET', '', 'STRIPE_WEBHOOK_SECRET is not set. copy it from Stripe'],
    ['STRIPE_PUBLISHABLE_KEY', 'sk_test_x', 'STRIPE_PUBLISHABLE_KEY is not in its form.'],
    [
      'POSTMARK_WEBHOOK_PASSWORD',
      '',
      'POSTMARK_WEBHOOK_PASSWORD is not set. .* “sent” is the last that is known',
    ],
    ['POSTMARK_WEBHOOK_PASSWORD', 'fifteen letters', 'POSTMARK_WEBHOOK_PASSWORD is not in its form.'],
    ['MAIL_FROM', 'the clinic', 'MAIL_FROM is not in its form.'],
    ['SESSION_KEY', 'too short', 'SESSION_KEY is not in its form.'],
    ['SESSION_KEY', 'change-me-change-me-change-me-change-me', 'SESSION_KEY looks like a sample'],
    ['ADDRESS_KEY', 'abababababababababababababababababab', 'ADDRESS_KEY looks like a sample'],
    ['BUILD_HOOK', 'hunter2', 'BUILD_HOOK is not in its form.'],
    ['FUNCTIONS_DATABASE_URL', 'hunter2', 'FUNCTIONS_DATABASE_URL is not in its form.'],
    ['FUNCTIONS_DATABASE_URL', 'postgres://a@localhost/another', 'different databases'],
    ['DATABASE_URL_UNPOOLED', 'hunter2', 'DATABASE_URL_UNPOOLED is not in its form.'],
    ['DATABASE_URL_UNPOOLED', 'postgres://a@ep-x-pooler.eu-west-2.aws.neon.tech/db', 'through the pooler'],
    ['DATABASE_URL_UNPOOLED', 'postgres://a@ep-x.eu-west-2.aws.neon.tech/db', 'different databases'],
  ])('%s = "%s"', async (name, value, sentence) => {
    vi.stubEnv(name, value)
    expect(await found('wrong')).toContainEqual(saying(sentence))
  })

  it('an unset DATABASE_URL_UNPOOLED is a next step and no fault', async () => {
    const faults = await found('wrong')
    vi.stubEnv('DATABASE_URL_UNPOOLED', '')
    expect(await found('wrong')).toEqual(faults)
    expect(await found('yours')).toContainEqual(
      saying(/^DATABASE_URL_UNPOOLED is not set, so no migration is applied\. copy it from Neon/),
    )
  })

  it('an unset BUILD_HOOK is a next step and no fault', async () => {
    expect(await found('yours')).toContainEqual(saying(/^BUILD_HOOK is not set, so what is published/))
  })

  it('one key for both purposes', async () => {
    vi.stubEnv('ADDRESS_KEY', process.env['SESSION_KEY'])
    expect(await found('wrong')).toContainEqual(saying('ADDRESS_KEY and SESSION_KEY are the same.'))
  })
})

describe('the site', () => {
  it.each([
    ['http://clinic.invalid', 'does not begin with https://'],
    ['https://clinic.invalid/home', 'more to it than its origin'],
    ['https://clinic.invalid', 'STRIPE_API is set, so that a stand-in takes the provider’s place'],
    ['https://clinic.invalid', 'HIBP_API is set, so that a stand-in takes the provider’s place'],
  ])('at %s', async (address, sentence) => {
    vi.stubEnv('URL', address)
    expect(await found('wrong')).toContainEqual(saying(sentence))
    expect(await found('unseen')).toContainEqual(expect.stringContaining('does not answer'))
  })

  it('whose functions are not there', async () => {
    clinic.answers = 404
    expect(await found('wrong')).toContainEqual(saying(/api\/products answers 404 instead of 200/))
  })

  it('whose pages have several policies', async () => {
    clinic.policy = "default-src 'none'; style-src-attr 'unsafe-inline', default-src 'none'"
    expect(await found('wrong')).toContainEqual(saying(/shop has several content security policies/))
  })
})

// ASVS 13.2.2
describe('the database', () => {
  it('that lacks a migration, which is named', async () => {
    const [row] = await clinic.world.rows<{ timestamp: string }>(
      `delete from kysely_migration where name = '0001_baseline' returning timestamp`,
    )
    try {
      expect(await found('wrong')).toContainEqual(
        saying('Not applied yet: 0001_baseline. publish again, or run `npm run migrate`'),
      )
    } finally {
      await clinic.world.rows(`insert into kysely_migration values ('0001_baseline', $1)`, [row?.timestamp])
    }
  })

  it('without any migration', async () => {
    await clinic.world.rows('create database empty_one')
    vi.stubEnv('DATABASE_URL', clinic.world.gateway.url('empty_one'))
    expect(await found('wrong')).toContainEqual(saying(/^Not applied yet: 0001_baseline/))
    expect(await found('unseen')).toContainEqual(
      expect.stringContaining('There are no tables to look at yet'),
    )
  })

  it('to which functions connect as its owner: a next step and no fault', async () => {
    vi.stubEnv('DATABASE_URL', clinic.world.databaseUrl)
    expect(await found('yours')).toContainEqual(
      saying(
        'Functions connect as postgres, which can change and delete entries of the ledger. have functions connect as clinic_functions',
      ),
    )
    expect((await found('wrong')).filter((sentence) => sentence.includes('ledger'))).toEqual([])
  })

  it('whose owner FUNCTIONS_DATABASE_URL names', async () => {
    vi.stubEnv('FUNCTIONS_DATABASE_URL', clinic.world.databaseUrl)
    expect(await found('wrong')).toContainEqual(
      saying('FUNCTIONS_DATABASE_URL names postgres, which can change and delete entries of the ledger.'),
    )
  })

  it.each([
    ['grant delete on activity to clinic_functions', 'can change and delete entries of the ledger'],
    [
      'grant update (pence) on voucher_entry to clinic_functions',
      'can change and delete entries of the ledger',
    ],
    ['grant create on schema public to clinic_functions', 'which can create tables and functions'],
    ['revoke insert on voucher_entry from clinic_functions', 'The role of the functions lacks rights.'],
    ['revoke execute on function erase_texts(text) from clinic_functions', 'lacks rights. publish again'],
    ['revoke select on kysely_migration from clinic_functions', 'lacks rights. publish again'],
  ])('in which the role of the functions has other rights: %s', async (change, sentence) => {
    vi.stubEnv('FUNCTIONS_DATABASE_URL', asFunctionsRole(clinic.world.databaseUrl))
    await clinic.world.rows(change)
    try {
      expect(await found('wrong')).toContainEqual(saying(sentence))
    } finally {
      await migrate(clinic.world.databaseUrl)
    }
    expect((await found('wrong')).filter((each) => each.includes(sentence))).toEqual([])
  })

  it('that is ahead of the code', async () => {
    await clinic.world.rows(`insert into kysely_migration values ('9999_later', 'now')`)
    try {
      expect(await found('wrong')).toContainEqual(saying('ahead of this code by 9999_later'))
    } finally {
      await clinic.world.rows(`delete from kysely_migration where name = '9999_later'`)
    }
  })

  it('that does not exist', async () => {
    vi.stubEnv('DATABASE_URL', clinic.world.gateway.url('no_such_database'))
    expect(await found('wrong')).toContainEqual(
      saying('The database that DATABASE_URL names does not exist.'),
    )
  })

  it.each([
    ['ep-x-pooler.eu-west-2.aws.neon.tech', 'ok', 'It is in eu-west-2, as the functions are.'],
    ['ep-x-pooler.c-3.eu-west-2.aws.neon.tech', 'ok', 'It is in eu-west-2'],
    ['ep-x.us-east-2.aws.neon.tech', 'wrong', 'is in us-east-2 and the functions are in eu-west-2'],
    ['db.example.com', 'unseen', 'its region cannot be told'],
  ])('at %s is %s beside functions in London', (host, state, sentence) => {
    const finding = checkRegion(`postgres://a:b@${host}/db`, 'eu-west-2')
    expect(finding).toMatchObject({ state, message: expect.stringContaining(sentence) })
  })
})

it('emails that should have been sent half an hour ago', async () => {
  await clinic.world.rows(
    `insert into outbox (id, key, template, recipient, data, created_at, due_at)
     select gen_random_uuid(), 'late:' || nth, 'low-stock', 'a@example.com', '{}', now(), now() - nth * interval '31 minutes'
     from generate_series(0, 1) nth`,
  )
  try {
    expect(await found('wrong')).toContainEqual(
      saying(/^2 emails have been waiting since \d+ \w+ \d{4}, \d\d:\d\d\./),
    )
  } finally {
    await clinic.world.rows(`delete from outbox where key like 'late:%'`)
  }
})

describe('the region of the functions', () => {
  it.each([
    ['{"version":"1.0.0","region":"us-east-2"}', 'us-east-2'],
    ['{"version":"1.0.0","region":"cmh"}', 'us-east-2'],
    ['<title>Page not found</title>', undefined],
    ['{"message":"There is no such endpoint.","code":"not_found"}', undefined],
  ])('is read from %s', async (health, region) => {
    clinic.health = health
    expect(await findFunctionsRegion()).toBe(region)
  })

  it('cannot be looked at before the first deploy', () => {
    expect(checkRegion('postgres://a:b@ep-x.eu-west-2.aws.neon.tech/db', undefined)).toMatchObject({
      state: 'unseen',
      message: expect.stringContaining('does not tell yet'),
    })
  })
})

describe('portal and schedules', () => {
  it('an admin without a password, and no admin', async () => {
    await clinic.world.rows('update admin_user set password_hash = null')
    expect(await found('wrong')).toContainEqual(
      saying('An admin is there, but has not chosen a password. run again `npm run admin:create'),
    )
    expect(await removeAdmin(clinic.world.services, ADMIN_EMAIL)).toBe(true)
    expect(await found('wrong')).toContainEqual(
      saying('Nobody can sign in to the portal. run `npm run admin:create'),
    )
    await clinic.world.rows('update site set had_owner = false')
    expect(await found('wrong')).toContainEqual(
      saying('Nobody can sign in to the portal yet. open /admin/welcome on the website.'),
    )
    await insertAdmin(clinic.world)
  })

  it('a payment that the schedule should have settled', async () => {
    await clinic.world.rows(`
      insert into payment (id, purpose, amount_pence, stripe_payment_intent_id, created_at, pay_by)
      values (gen_random_uuid(), 'gift_voucher', 3000, 'pi_late', now() - interval '4 hours', now() - interval '3 hours')`)
    try {
      expect(await found('wrong')).toContainEqual(
        saying(/^Past their time and not settled: 1 payments\. .*settle-payments/),
      )
    } finally {
      await clinic.world.rows(`delete from payment where stripe_payment_intent_id = 'pi_late'`)
    }
  })
})

describe('Stripe', () => {
  it.each([
    ['STRIPE_SECRET_KEY', 'sk_test_of_somebody_else', 'Stripe does not accept STRIPE_SECRET_KEY.'],
    ['STRIPE_PUBLISHABLE_KEY', 'pk_test_of_somebody_else', 'Stripe does not accept STRIPE_PUBLISHABLE_KEY.'],
    ['STRIPE_PUBLISHABLE_KEY', 'pk_live_of_somebody_else', 'One of the two Stripe keys is live'],
  ])('%s = %s', async (name, value, sentence) => {
    vi.stubEnv(name, value)
    expect(await found('wrong')).toContainEqual(saying(sentence))
  })

  it.each([
    [{ charges_enabled: false }, 'live', 'wrong', 'may not take real payments yet'],
    [{ payouts_enabled: false }, 'live', 'wrong', 'may not pay out to the bank yet'],
    [{ charges_enabled: false }, 'test', 'yours', 'may not take real payments yet'],
  ] as const)('an account with %j and %s keys', async (traits, mode, state, sentence) => {
    const keys = { secretKey: `sk_${mode}_local`, publishableKey: `pk_${mode}_local` }
    const stripe = await startStripe({ ...keys, webhooks: [], traits })
    started.push(stripe)
    vi.stubEnv('STRIPE_API', stripe.url)
    vi.stubEnv('STRIPE_SECRET_KEY', keys.secretKey)
    vi.stubEnv('STRIPE_PUBLISHABLE_KEY', keys.publishableKey)
    expect(await found(state)).toContainEqual(saying(sentence))
    expect(await found('wrong')).toContainEqual(saying(`In ${mode} mode, no webhook endpoint leads to`))
  })

  it.each([
    [
      { url: 'https://old.example.com/api/stripe-webhook' },
      'In test mode, no webhook endpoint leads to http',
    ],
    [
      { enabledEvents: ['payment_intent.succeeded'] },
      'not told of payment_intent.processing, payment_intent',
    ],
    [{ disabled: true }, 'The webhook endpoint is disabled.'],
  ])('an endpoint with %j', async (traits, sentence) => {
    register(clinic.world, clinic.address, traits)
    expect(await found('wrong')).toContainEqual(saying(sentence))
  })

  it.each([
    [[], 'localhost is not registered for Apple Pay, Google Pay, Link and Klarna. add it'],
    [[{ name: 'localhost', enabled: false }], 'The payment method domain localhost is disabled. enable it'],
    [
      [{ name: 'localhost', inactive: ['apple_pay', 'klarna'] as const }],
      'Apple Pay and Klarna are not active at localhost. open it',
    ],
  ])('payment method domains %j', async (domains, sentence) => {
    clinic.world.stripe.setDomains(domains)
    expect(await found('wrong')).toContainEqual(saying(sentence))
  })

  it.each([
    ['https://www.clinic.invalid', 'clinic.invalid'],
    ['https://clinic.invalid', 'www.clinic.invalid'],
  ])('at %s, %s is not registered, which the owner must check', async (address, other) => {
    vi.stubEnv('URL', address)
    clinic.world.stripe.setDomains([{ name: new URL(address).hostname }])
    expect(await found('yours')).toContainEqual(saying(`^${other} is not registered`))
    expect((await found('wrong')).join()).not.toContain('is not registered')
  })

  it.each([
    [null, null, 'wrong', 'No statement descriptor is set'],
    ['MERSEY MERIDIAN', null, 'wrong', '“MERSEY MERIDIAN\\* VOUCHER” is 24 of at most 22 characters'],
    [null, 'MERSEY MERIDIAN CLINIC', 'ok', 'The statement descriptor fits'],
  ] as const)(
    'a descriptor prefix %j with the descriptor %j',
    async (prefix, descriptor, state, sentence) => {
      const keys = { secretKey: 'sk_test_local', publishableKey: 'pk_test_local' }
      const traits = { settings: descriptorSettings({ prefix, descriptor }) }
      const stripe = await startStripe({ ...keys, webhooks: [], traits })
      started.push(stripe)
      vi.stubEnv('STRIPE_API', stripe.url)
      expect(await found(state)).toContainEqual(saying(sentence))
    },
  )

  it.each([
    [
      { avs_failure: false, cvc_failure: true },
      'wrong',
      'with a wrong postcode are not blocked. switch it on',
    ],
    [
      { avs_failure: false, cvc_failure: false },
      'wrong',
      'a wrong security code or postcode are not blocked',
    ],
    [undefined, 'yours', 'does not say whether payments with a wrong security code'],
  ] as const)('card checks that decline on %j', async (declineOn, state, sentence) => {
    const keys = { secretKey: 'sk_test_local', publishableKey: 'pk_test_local' }
    const settings = descriptorSettings({ prefix: 'MERSEY MER', descriptor: null })
    const { decline_on: _, ...others } = settings.card_payments
    const card_payments = { ...others, ...(declineOn && { decline_on: declineOn }) }
    const stripe = await startStripe({
      ...keys,
      webhooks: [],
      traits: { settings: { ...settings, card_payments } },
    })
    started.push(stripe)
    vi.stubEnv('STRIPE_API', stripe.url)
    expect(await found(state)).toContainEqual(saying(sentence))
  })

  it.each([
    ['GET /v1/reviews', 'may not read reviews, so a payment under review is fulfilled'],
    ['GET /v1/radar/early_fraud_warnings', 'may not read early fraud warnings, so'],
    ['GET /v1/balance_transactions/*', 'may not read balance transactions, so'],
  ])('a restricted key that is refused %s', async (match, sentence) => {
    await clinic.world.stripe.control.fault({ match, status: 403 })
    expect(await found('wrong')).toContainEqual(saying(sentence))
  })

  it('twenty-six declines within an hour', async () => {
    const stripe = await startTestAccount({ webhooks: [], retryMs: [] })
    started.push(stripe)
    vi.stubEnv('STRIPE_API', stripe.url)
    vi.stubEnv('STRIPE_SECRET_KEY', SECRET_KEY)
    const decline = () => createPaidIntent(sdk(stripe), 'pm_card_chargeDeclined').catch(() => undefined)
    for (let times = 1; times <= 25; times++) await decline()
    expect(await found('ok')).toContainEqual(saying('No hour of the last 30 days'))
    await decline()
    expect(await found('wrong')).toContainEqual(saying('More than 25 payments were declined within one hour'))
  })

  it('an endpoint that is registered twice', async () => {
    const endpoint = { url: `${clinic.address}/api/stripe-webhook`, secret: 'whsec_x' }
    clinic.world.stripe.setWebhooks([endpoint, endpoint])
    expect(await found('wrong')).toContainEqual(saying('is registered more than once'))
  })

  it.each([
    [
      400,
      'wrong',
      'Stripe has not been able to deliver at least one event of the last three days (payment_intent.succeeded)',
    ],
    [200, 'ok', 'Stripe’s events of the last days were taken.'],
  ] as const)('events that are answered with %i', async (answer, state, sentence) => {
    clinic.answers = answer
    const stripe = await startTestAccount({
      webhooks: [{ url: `${clinic.address}/api/stripe-webhook`, secret: 'whsec_x' }],
      retryMs: [],
      // Events younger than ten minutes may not have been delivered yet.
      clock: () => Date.now() - 3_600_000,
    })
    started.push(stripe)
    vi.stubEnv('STRIPE_API', stripe.url)
    vi.stubEnv('STRIPE_SECRET_KEY', SECRET_KEY)
    expect(await found('yours')).toContainEqual(expect.stringContaining('Stripe has had nothing to tell yet'))
    await createPaidIntent(sdk(stripe))
    await vi.waitUntil(() => stripe.state().deliveries.length === stripe.state().events.length)
    expect(await found(state)).toContainEqual(expect.stringContaining(sentence))
  })
})

describe('email', () => {
  it.each([
    ['POSTMARK_SERVER_TOKEN', 'wrong', 'Postmark does not accept POSTMARK_SERVER_TOKEN.'],
    ['POSTMARK_ACCOUNT_TOKEN', 'wrong', 'Postmark does not accept POSTMARK_ACCOUNT_TOKEN.'],
    ['MAIL_FROM', 'hello@clinic.example', 'MAIL_FROM is still the sample'],
    ['MAIL_FROM', 'clinic@gmail.com', 'whose addresses anyone can use'],
    ['MAIL_FROM', 'desk@other.co.uk', 'desk@other.co.uk is not confirmed at Postmark'],
  ])('%s = %s', async (name, value, sentence) => {
    vi.stubEnv(name, value)
    expect(await found('wrong')).toContainEqual(saying(sentence))
  })

  it.each([
    [{ deliveryType: 'Sandbox' as const }, 'is of a sandbox, which delivers to nobody'],
    [{ senders: [], domains: [] }, `${SENDER} is not confirmed`],
    [{ domains: [] }, 'Mail from clinic.co.uk is not signed \\(DKIM\\)'],
  ])('an account with %j', async (traits, sentence) => {
    const mail = await startMail({ token: 'token-of-the-server', account: { ...GOOD_SENDER, ...traits } })
    started.push(mail)
    vi.stubEnv('POSTMARK_API', mail.url)
    expect(await found('wrong')).toContainEqual(saying(sentence))
  })

  it('without the account’s token only sent emails are checked, and the owner checks the rest', async () => {
    vi.stubEnv('POSTMARK_ACCOUNT_TOKEN', '')
    const own = await found('yours')
    expect(own).toContainEqual(expect.stringContaining(`Whether ${SENDER} is confirmed`))
    expect(own.join('\n')).not.toContain(ACCOUNT_TOKEN)
  })
})

describe('the webhook at Postmark', () => {
  const OTHER_PASSWORD = 'a-password-at-postmark'
  const triggers = (changes: object) => {
    const webhook = mailWebhook(clinic.address)
    return { ...webhook, Triggers: { ...webhook.Triggers, ...changes } }
  }

  it.each([
    ['that is missing', () => [], 'No webhook at Postmark leads to http.*/api/postmark-webhook, so “sent”'],
    [
      'that leads elsewhere',
      () => [mailWebhook('https://old.example.com'), mailWebhook(clinic.address, {}, '/api/other')],
      'No webhook at Postmark leads to',
    ],
    [
      'that is registered twice',
      () => [mailWebhook(clinic.address), mailWebhook(clinic.address)],
      'is registered more than once at Postmark',
    ],
    [
      'of another stream',
      () => [{ ...mailWebhook(clinic.address), MessageStream: 'broadcast' }],
      'is of another stream than our emails',
    ],
    [
      'without two of the events',
      () => [triggers({ Delivery: { Enabled: false }, SpamComplaint: { Enabled: false } })],
      'is not told of deliveries and spam complaints',
    ],
    [
      'with the content of bounces',
      () => [triggers({ Bounce: { Enabled: true, IncludeContent: true } })],
      'includes the content of emails',
    ],
    [
      'with another password',
      () => [mailWebhook(clinic.address, { Password: OTHER_PASSWORD })],
      'The user or the password of the webhook at Postmark is not ours',
    ],
    [
      'with another user',
      () => [mailWebhook(clinic.address, { Username: 'user-at-postmark' })],
      'The user or the password of the webhook at Postmark is not ours',
    ],
    [
      'without basic auth',
      () => [mailWebhook(clinic.address, { Username: '', Password: '' })],
      'The user or the password of the webhook at Postmark is not ours',
    ],
  ])('%s', async (_, webhooks, sentence) => {
    clinic.setMailWebhooks(webhooks())
    const faults = await found('wrong')
    expect(faults).toContainEqual(saying(sentence))
    expect(faults.join()).not.toMatch(new RegExp(`${OTHER_PASSWORD}|${MAIL_PASSWORD}|user-at-postmark`))
  })

  it('may have its user and password in its address', async () => {
    const { host } = new URL(clinic.address)
    const address = `http://postmark:${MAIL_PASSWORD}@${host}`
    clinic.setMailWebhooks([mailWebhook(address, { Username: '', Password: '' })])
    expect(await found('ok')).toContainEqual(saying('One webhook at Postmark leads to us'))
  })

  it.each([
    ['without our password', 'POSTMARK_WEBHOOK_PASSWORD', '', 'POSTMARK_WEBHOOK_PASSWORD is unset'],
    ['with a wrong token', 'POSTMARK_SERVER_TOKEN', 'wrong', 'Postmark’s webhooks could not be read'],
  ])('%s, cannot be looked at', async (_, name, value, sentence) => {
    vi.stubEnv(name, value)
    expect(await found('unseen')).toContainEqual(saying(sentence))
  })
})
