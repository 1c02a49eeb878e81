import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it, vi } from 'vitest'
import { clinic as content } from '#clinic/current-clinic.ts'
import { NO_WEBSITE } from '#contract/website/website.ts'
import { checkOwner } from '#scripts/doctor/check-owner.ts'
import { wrong } from '#scripts/doctor/finding.ts'
import { formatReport } from '#scripts/doctor/format-report.ts'
import { runCheck } from '#scripts/doctor/run-check.ts'
import { defaultsOf } from '#scripts/website/report-defaults.ts'
import { found, useClinicInOrder } from '#tests/scripts/doctor/clinic-in-order.ts'

const clinic = useClinicInOrder()

/** Expected on the local stack with the sample content. */
const ALWAYS = [/^The site’s address, http:\/\/localhost:\d+, is on this machine\./, /^The .+ is a sample\./]

const newlyWrong = async () =>
  (await found('wrong')).filter((sentence) => !ALWAYS.some((always) => always.test(sentence)))

describe('the doctor', () => {
  it('finds no fault in a complete set-up, apart from what needs a deployment', async () => {
    expect(await newlyWrong()).toEqual([])
    expect(await found('unseen')).toEqual([expect.stringContaining('its region cannot be told')])
    expect(await found('ok')).toEqual(
      expect.arrayContaining([
        'Every setting is there and in its form.',
        'ADDRESS_KEY and SESSION_KEY are long, random and different.',
        'The site answers, its functions and its database with it.',
        'Each page has one content security policy, its own.',
        expect.stringMatching(/^All \d+ migrations are applied\.$/),
        'Functions connect as clinic_functions, which cannot change or delete entries of the ledger.',
        'One admin can sign in.',
        'No payment and no email waits longer than it should.',
        'Stripe’s payments of the last 30 days agree with our vouchers and orders.',
        'Stripe accepts STRIPE_SECRET_KEY.',
        'STRIPE_SECRET_KEY may read all that the site reads.',
        'Stripe knows STRIPE_PUBLISHABLE_KEY.',
        'Apple Pay, Google Pay, Link and Klarna are active at localhost.',
        'The statement descriptor fits on a bank statement.',
        'Payments with a wrong security code or postcode are blocked.',
        'No hour of the last 30 days had more than 25 declined payments.',
        'One webhook endpoint leads to us and is told of every event we need.',
        'Postmark accepts POSTMARK_SERVER_TOKEN.',
        'hello@clinic.co.uk is confirmed at Postmark.',
        'Mail from clinic.co.uk is signed (DKIM).',
        'One webhook at Postmark leads to us and is told of every event we need.',
      ]),
    )
  })

  it('names what only the owner can do: the probe and the booking provider', async () => {
    const own = (await found('yours')).join('\n')
    expect(own).toContain('STRIPE_PROBE_KEY=sk_test_… npx vitest run --project local probe')
    expect(own.includes('no booking provider is filled in')).toBe(content.booking.kind === 'none')
    expect(own).toContain('Stripe’s test keys')
    const left = defaultsOf(NO_WEBSITE, new Date()).filter(({ isWrong }) => !isWrong)
    for (const { message } of left) expect(own).toContain(message)
  })

  it('only reads', async () => {
    const before = await clinic.world.counts()
    const asked = clinic.world.stripe.state().requests.length
    await found('ok')
    const requests = clinic.world.stripe.state().requests.slice(asked)
    expect(requests.length).toBeGreaterThan(3)
    expect(requests.filter(({ method }) => method !== 'GET')).toEqual([])
    expect(await clinic.world.counts()).toEqual(before)
  })

  it('reports a provider that does not respond, and continues', async () => {
    clinic.world.gateway.pause()
    try {
      const unseen = await found('unseen', 700)
      expect(unseen.filter((sentence) => sentence.includes('no answer within 0.7 seconds'))).toHaveLength(3)
      expect(await found('ok', 700)).toContain('Postmark accepts POSTMARK_SERVER_TOKEN.')
    } finally {
      clinic.world.gateway.resume()
    }
  })

  it('names a sample that is left as a fault, and where to change it', async () => {
    const [finding] = await runCheck(checkOwner({ ...content, phone: { display: '', tel: '+441514960000' } }))
    expect(finding).toEqual({
      state: 'wrong',
      message: 'The telephone number is a sample.',
      next: 'change it in the portal, Website → Contact.',
    })
  })

  it('does not repeat in a build at Netlify what the build has listed', async () => {
    vi.stubEnv('NETLIFY', 'true')
    const findings = await runCheck(checkOwner(content))
    vi.unstubAllEnvs()
    expect(findings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/booking provider|booked at the provider/),
      expect.stringContaining('Stripe itself'),
    ])
  })

  it('names no sample that the portal has replaced on the live site', async () => {
    const contact = {
      phone: '0151 200 0000',
      email: 'hello@clinic.co.uk',
      address: { ...content.address, street: '4 Hope Street' },
      position: null,
      social: [],
    }
    const prices = { firstVisit: [], therapies: {} }
    clinic.website = JSON.stringify({
      version: 1,
      publishedAt: '2026-11-26T09:00:00.000Z',
      builtAt: '2026-11-26T09:02:00.000Z',
      website: { ...NO_WEBSITE, contact, gettingHere: [], prices },
    })
    const findings = await runCheck(checkOwner(content))
    expect(findings.map(({ message }) => message).join(' ')).not.toMatch(/sample|examples|Facebook/)
  })

  it('writes plain text to a pipe, and exits with 1 if there is a fault', async () => {
    const run = promisify(execFile)(process.execPath, ['scripts/doctor.ts'], {
      env: { ...process.env, SESSION_KEY: '' },
    })
    const refused = await run.then(
      () => undefined,
      (error: unknown) => error as { code: number; stdout: string },
    )
    const { code, stdout = '' } = refused ?? {}
    expect(code).toBe(1)
    expect(stdout).toMatch(/^Settings\n {2}wrong {11}SESSION_KEY is not set\.\n {18}Next: make one with/m)
    expect(stdout).toMatch(
      /\n\d things are wrong\. 1 could not be looked at\. \d+ are yours to see or do\.\n/,
    )
    expect(stdout).not.toContain('\u001B')
  })
})

it('the report fits a narrow terminal without breaking commands', () => {
  const findings = [
    wrong('Nobody can sign in to the portal.', 'run `npm run admin:create -- owner@example.com`.'),
  ]
  const page = { width: 40, paint: (_: string, label: string) => `<${label}>` }
  expect(formatReport([{ about: 'Portal', findings }], page).split('\n')).toEqual([
    'Portal',
    '  <wrong>           Nobody can sign in to',
    '                  the portal.',
    '                  Next: run',
    '                  `npm run admin:create -- owner@example.com`.',
    '',
    '1 thing is wrong.',
  ])
})

it.each([
  ['everything is right', {}],
  ['everything is refused', { POSTMARK_SERVER_TOKEN: 'wrong-token', STRIPE_SECRET_KEY: 'sk_test_wrong' }],
  ['everything is malformed', { DATABASE_URL: 'hunter2-is-no-url', STRIPE_SECRET_KEY: 'hunter2-is-no-key' }],
])('the report contains no secret when %s', async (_, values: Record<string, string>) => {
  for (const [name, value] of Object.entries(values)) vi.stubEnv(name, value)
  const names = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'POSTMARK_SERVER_TOKEN', 'DATABASE_URL']
  const others = ['POSTMARK_ACCOUNT_TOKEN', 'POSTMARK_WEBHOOK_PASSWORD', 'ADDRESS_KEY', 'SESSION_KEY']
  const secrets = [...names, ...others].map((name) => process.env[name] ?? '')
  const said = [...(await found('ok')), ...(await found('wrong')), ...(await found('unseen'))].join('\n')
  expect(secrets.filter((secret) => secret !== '' && said.includes(secret))).toEqual([])
})
