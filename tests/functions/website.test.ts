import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clinicInFiles } from '#content/clinic.ts'
import { londonDay } from '#contract/base/send-date.ts'
import { NO_WEBSITE, type SavedWebsite, type Website, type WebsiteReply } from '#contract/website/website.ts'
import type { Services } from '#server/clients/services.ts'
import { enqueueSalesSummary } from '#server/notices/enqueue-sales-summary.ts'
import { listAttention } from '#server/reports/attention.ts'
import { buildWhenDue } from '#server/website/build-website.ts'
import { getWebsite } from '#server/website/get-website.ts'
import { publishWebsite } from '#server/website/publish-website.ts'
import { saveWebsite } from '#server/website/save-website.ts'
import { signInNewAdmin, type SignedIn } from '#tests/harness/admin-session.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { functions } from '#tests/harness/every-function.ts'
import { useWorld } from '#tests/harness/world.ts'

const {
  publishWebsite: publishWebsiteFunction,
  saveWebsite: saveWebsiteFunction,
  website: websiteFunction,
  websiteVersion: websiteVersionFunction,
  websiteVersions: websiteVersionsFunction,
} = functions

const world = useWorld()
let owner: SignedIn
let other: SignedIn
beforeAll(async () => {
  owner = await signInNewAdmin(world)
  other = await signInNewAdmin(world)
})
beforeEach(() => world.clock.set(new Date()))
afterEach(async () => {
  await world.rows('delete from website_build')
  await world.rows('delete from website_version')
})

/** A hook that counts its calls. */
function hook(accepts = true) {
  const calls = { count: 0 }
  const buildHook = { isSet: true, start: async () => ((calls.count += 1), accepts) }
  return { calls, services: { ...world.services, buildHook } }
}

const inDays = (days: number) => londonDay(new Date(world.clock.now().getTime() + days * 86_400_000))
const noticeOf = (text: string): Website => ({
  ...NO_WEBSITE,
  notice: { text, from: inDays(0), to: inDays(5), level: 'calm' },
})
const closedFor = (...closures: { from: string; to: string; reason?: string }[]): Website => ({
  ...NO_WEBSITE,
  opening: {
    week: Array.from({ length: 7 }, () => ({ from: '10:00', to: '20:00' })),
    closures: closures.map((closure) => ({ open: null, reason: '', ...closure })),
  },
})
const reachedAt = (email: string): Website => ({
  ...NO_WEBSITE,
  contact: {
    phone: '0151 496 0199',
    email,
    address: clinicInFiles.address,
    position: null,
    social: [],
  },
})

interface Answer<Body> {
  status: number
  body: Body & { code?: string; message?: string; fields?: Record<string, string> }
}

async function call<Body>(
  handler: typeof websiteFunction,
  request: object,
  as = owner,
): Promise<Answer<Body>> {
  const response = await callFunction(handler, {
    path: '/api/admin/website',
    headers: as.headers,
    ...request,
  })
  return { status: response.status, body: (await response.json()) as Answer<Body>['body'] }
}

const read = () => call<WebsiteReply>(websiteFunction, { method: 'GET' })
const save = (website: unknown, version: number, as?: SignedIn) =>
  call<WebsiteReply>(saveWebsiteFunction, { method: 'PUT', body: { website, version } }, as)

describe('the website in the portal', () => {
  it('shows the values of the files while nothing is saved', async () => {
    const { status, body } = await read()
    expect(status).toBe(200)
    expect(body).toMatchObject({
      website: NO_WEBSITE,
      version: 0,
      savedBy: null,
      published: null,
      canPublish: false,
    })
    expect(body.files.contact.phone).toBe(clinicInFiles.phone.display)
    const { prices } = clinicInFiles.firstConsultation ?? { prices: [] }
    expect(body.files.prices.firstVisit).toEqual(
      prices.map(({ minutes, pounds }) => ({ minutes, pounds: pounds.toFixed(2) })),
    )
    // What the form shows can be saved as it is.
    expect((await save({ ...NO_WEBSITE, ...body.files }, 0)).body.website).toMatchObject(body.files)
  })

  it('refuses a part that somebody else has changed since, with its name, and saves nothing', async () => {
    const { notice } = noticeOf('Ours')
    expect((await save({ notice }, 0, other)).body.version).toBe(1)
    const { status, body } = await save({ notice: noticeOf('Mine').notice }, 0)
    expect([status, body.code]).toEqual([409, 'changed_meanwhile'])
    expect(body.message).toBe('Somebody else changed the notice. Your changes have not been saved.')
    expect((await read()).body.website).toEqual(noticeOf('Ours'))
    expect((await save({ notice: noticeOf('Mine').notice }, 1)).body.version).toBe(2)
  })

  it('saves a part beside another one that somebody else has changed since', async () => {
    const { notice } = noticeOf('Ours')
    const { contact } = reachedAt('new@clinic.example.com')
    await save({ notice }, 0, other)
    expect((await save({ contact }, 0)).body).toMatchObject({
      version: 2,
      website: { ...NO_WEBSITE, notice, contact },
    })
  })

  it('lets one of two who save the same part at once win, and both who save different parts', async () => {
    const answers = await Promise.all([save(noticeOf('One'), 0), save(noticeOf('Two'), 0, other)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const { contact } = reachedAt('new@clinic.example.com')
    const both = await Promise.all([save({ contact }, 1), save({ gettingHere: [] }, 1, other)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect((await read()).body).toMatchObject({ version: 3, website: { contact, gettingHere: [] } })
  })

  it('accepts a repeat after a lost response, and makes no version without a change', async () => {
    expect((await save(NO_WEBSITE, 0)).body.version).toBe(0)
    await save(noticeOf('Once'), 0)
    expect((await save(noticeOf('Once'), 0)).body.version).toBe(1)
    expect((await save(noticeOf('Once'), 1)).body.version).toBe(1)
  })

  it('merges closures, drops those that have ended, and refuses new ones in the past', async () => {
    const [past, now] = [
      { from: inDays(-3), to: inDays(-1) },
      { from: inDays(2), to: inDays(4) },
    ]
    const refused = await save(closedFor(now, past), 0)
    expect(refused.status).toBe(400)
    expect(refused.body.fields).toEqual({
      'website.opening.closures.1.to': 'This day has passed. Please choose a later one',
    })
    const { body } = await save(closedFor(now, { from: inDays(3), to: inDays(6) }), 0)
    expect(body.website.opening?.closures).toEqual([
      { from: inDays(2), to: inDays(6), open: null, reason: '' },
    ])
    world.clock.advance(9 * 24 * 60)
    const later = { website: { opening: body.website.opening }, version: 1 }
    expect((await saveWebsite(world.services, later, owner.adminId)).website.opening?.closures).toEqual([])
  })

  it('refuses closures that are too many once closed days divide special hours, and saves nothing', async () => {
    const days = Array.from({ length: 60 }, (_, nth) => inDays(2 + 2 * nth))
    const website = closedFor(...days.map((day) => ({ from: day, to: day })))
    const hours = { from: inDays(1), to: inDays(200), open: { from: '12:00', to: '16:00' }, reason: '' }
    website.opening!.closures.push(hours)
    const { status, body } = await save(website, 0)
    expect([status, body.fields]).toEqual([
      400,
      { 'website.opening.closures': expect.stringContaining('more than 100 entries') as string },
    ])
    expect((await read()).body.version).toBe(0)
    website.opening!.closures.splice(40, 20)
    const saved = await save(website, 0)
    expect(saved.body).toMatchObject({ version: 1, brokenVersion: null })
    expect((await read()).body.website).toEqual(saved.body.website)
  })

  it('refuses 100 KB', async () => {
    expect((await save(noticeOf('x'.repeat(100_000)), 0)).status).toBe(413)
  })

  it('keeps earlier versions, which can be loaded into the form', async () => {
    await save(noticeOf('First'), 0)
    await save(noticeOf('Second'), 1, other)
    const { body } = await call<{ versions: object[] }>(websiteVersionsFunction, { method: 'GET' })
    expect(body.versions).toMatchObject([
      { version: 2, savedBy: other.email, publishedAt: null },
      { version: 1, savedBy: owner.email },
    ])
    const first = await call<SavedWebsite>(websiteVersionFunction, {
      method: 'GET',
      params: { version: '1' },
    })
    expect(first.body.website).toEqual(noticeOf('First'))
    expect((await call(websiteVersionFunction, { method: 'GET', params: { version: '3' } })).status).toBe(404)
  })
})

describe('publishing', () => {
  it('is unavailable without a hook, and what was published is known all the same', async () => {
    await save(noticeOf('Closed'), 0)
    const { body } = await call<{ state: string }>(publishWebsiteFunction, { body: { version: 1 } })
    expect(body.state).toBe('unavailable')
    expect((await read()).body).toMatchObject({ published: { version: 1, before: 0 }, publishing: null })
  })

  it('calls the hook at most once in five minutes; what comes too early is queued for the portal or the hourly job', async () => {
    const { calls, services } = hook()
    await save(noticeOf('One'), 0)
    expect(await publishWebsite(services, 1, owner.adminId)).toEqual({ state: 'building', at: null })
    world.clock.advance(1)
    await save(noticeOf('Two'), 1)
    const queued = await publishWebsite(services, 2, owner.adminId)
    expect(queued.state).toBe('queued')
    expect((await getWebsite(services)).publishing).toEqual({ state: 'queued', at: queued.at })
    await buildWhenDue(services)
    expect(calls.count).toBe(1)
    world.clock.set(queued.at!)
    world.clock.advance(0.01)
    await buildWhenDue(services)
    await buildWhenDue(services)
    expect(calls.count).toBe(2)
  })

  it('has what is queued built by a repeat, which publishes nothing that was only saved', async () => {
    const { calls, services } = hook()
    const repeat = (version: number) => publishWebsite(services, version, owner.adminId, { isRepeat: true })
    await save(noticeOf('One'), 0)
    await expect(repeat(1)).rejects.toMatchObject({ code: 'changed_meanwhile' })
    await publishWebsite(services, 1, owner.adminId)
    world.clock.advance(1)
    await save(noticeOf('Two'), 1)
    const { at } = await publishWebsite(services, 2, owner.adminId)
    world.clock.set(at!)
    world.clock.advance(0.01)
    expect(await repeat(2)).toEqual({ state: 'building', at: null })
    await save(noticeOf('Three'), 2)
    await expect(repeat(3)).rejects.toMatchObject({ code: 'changed_meanwhile' })
    expect([calls.count, (await getWebsite(services)).published?.version]).toEqual([2, 2])
  })

  it('calls the hook once for two owners at once', async () => {
    const { calls, services } = hook()
    await save(noticeOf('One'), 0)
    const states = await Promise.all([
      publishWebsite(services, 1, owner.adminId),
      publishWebsite(services, 1, other.adminId),
    ])
    expect(states.map(({ state }) => state)).toEqual(['building', 'building'])
    expect(calls.count).toBe(1)
  })

  it('calls the hook at most twenty times a day', async () => {
    const { calls, services } = hook()
    await save(noticeOf('One'), 0)
    for (let nth = 0; nth < 22; nth += 1) {
      await publishWebsite(services, 1, owner.adminId)
      world.clock.advance(11)
    }
    expect(calls.count).toBe(20)
    expect((await getWebsite(services)).publishing?.state).toBe('queued')
  })

  it('is repeated by the hourly job if the hook failed', async () => {
    const down = hook(false)
    await save(noticeOf('One'), 0)
    expect((await publishWebsite(down.services, 1, owner.adminId)).state).toBe('unavailable')
    world.clock.advance(6)
    const up = hook()
    await buildWhenDue(up.services)
    expect([down.calls.count, up.calls.count]).toEqual([1, 1])
  })

  it('refuses a version that somebody has replaced meanwhile', async () => {
    const { calls, services } = hook()
    await save(noticeOf('Mine'), 0)
    await save(noticeOf('Ours'), 1, other)
    await expect(publishWebsite(services, 1, owner.adminId)).rejects.toMatchObject({
      code: 'changed_meanwhile',
      message: expect.stringContaining(other.email) as string,
    })
    expect(calls.count).toBe(0)
  })

  it('takes no turn at the hook for a version that is refused', async () => {
    const { calls, services } = hook()
    await save(noticeOf('One'), 0)
    await publishWebsite(services, 1, owner.adminId)
    await save(noticeOf('Two'), 1)
    await publishWebsite(services, 2, owner.adminId)
    world.clock.advance(6)
    await expect(publishWebsite(services, 1, owner.adminId)).rejects.toMatchObject({
      code: 'changed_meanwhile',
    })
    expect(await world.rows('select from website_build')).toHaveLength(1)
    await buildWhenDue(services)
    expect(calls.count).toBe(2)
  })

  it.each([
    ['portal', (services: Services) => publishWebsite(services, 2, owner.adminId)],
    ['hourly job', (services: Services) => buildWhenDue(services)],
  ])('by the %s calls the hook for what was queued, although something newer is saved', async (_, repeat) => {
    const { calls, services } = hook()
    await save(noticeOf('One'), 0)
    await publishWebsite(services, 1, owner.adminId)
    await save(noticeOf('Two'), 1)
    await publishWebsite(services, 2, owner.adminId)
    await save(noticeOf('Three'), 2)
    world.clock.advance(6)
    await repeat(services)
    await repeat(services)
    expect(calls.count).toBe(2)
    expect(await getWebsite(services)).toMatchObject({
      version: 3,
      published: { version: 2, before: 1 },
      publishing: { state: 'building' },
    })
  })

  it('is in the evening email, with who did it, once', async () => {
    // Later than what other tests have published.
    world.clock.advance(30 * 24 * 60)
    await world.rows('update settings set summarised_until = $1', [world.clock.now()])
    await save(noticeOf('One'), 0)
    await publishWebsite(world.services, 1, owner.adminId)
    await publishWebsite(world.services, 1, other.adminId)
    // An evening later, at any time of the day.
    world.clock.advance(25 * 60)
    await enqueueSalesSummary(world.services)
    const [summary] = await world.rows<{ entries: object[] }>(
      `select data -> 'byHand' -> 'entries' as entries from outbox where template = 'sales-summary' order by created_at desc limit 1`,
    )
    expect(summary?.entries).toMatchObject([{ kind: 'website_published', by: owner.email }])
  })

  it('tells the old address, the new one and every admin that the contact email has changed, once', async () => {
    await save(reachedAt('new@clinic.example.com'), 0)
    await publishWebsite(world.services, 1, owner.adminId)
    await publishWebsite(world.services, 1, owner.adminId)
    await save(
      {
        ...reachedAt('new@clinic.example.com'),
        ...noticeOf('More'),
        contact: reachedAt('new@clinic.example.com').contact,
      },
      1,
    )
    await publishWebsite(world.services, 2, owner.adminId)
    const told = await world.rows<{ recipient: string; data: object }>(
      `select recipient, data from outbox where template = 'contact-email-changed'`,
    )
    const admins = await world.rows<{ email: string }>('select email from admin_user')
    expect(told.map(({ recipient }) => recipient).toSorted()).toEqual(
      [clinicInFiles.email, 'new@clinic.example.com', ...admins.map(({ email }) => email)].toSorted(),
    )
    expect(told[0]?.data).toMatchObject({
      from: clinicInFiles.email,
      to: 'new@clinic.example.com',
      by: owner.email,
    })
  })
})

describe('the hourly job', () => {
  const publish = async (website: Website) => {
    await save(website, 0)
    await publishWebsite(hook().services, 1, owner.adminId)
  }

  it.each([
    ['the day on which a closure begins', 3, 1],
    ['the day after its last', 6, 1],
    ['its last day', 5, 0],
    ['the day before', 2, 0],
  ])('on %s calls the hook %s days later: %s times', async (_, days, times) => {
    await publish(closedFor({ from: inDays(3), to: inDays(5) }))
    world.clock.advance(days * 24 * 60)
    const { calls, services } = hook()
    await buildWhenDue(services)
    world.clock.advance(10)
    await buildWhenDue(services)
    expect(calls.count).toBe(times)
  })

  it('does nothing about what is saved and not published', async () => {
    await save(closedFor({ from: inDays(1), to: inDays(1) }), 0)
    world.clock.advance(24 * 60)
    const { calls, services } = hook()
    await buildWhenDue(services)
    expect(calls.count).toBe(0)
  })
})

describe('Needs attention', () => {
  const shown = async () =>
    (await listAttention(world.services)).items.filter(({ kind }) => kind === 'website')

  it('shows a published version that no longer passes the schema, and the form gets the last that does', async () => {
    await save(noticeOf('Good'), 0)
    await publishWebsite(world.services, 1, owner.adminId)
    await world.rows(
      `insert into website_version select 2, '{"opening":"always"}', saved_by, saved_at, published_at from website_version`,
    )
    expect(await shown()).toMatchObject([{ what: 'broken', version: 2 }])
    expect((await read()).body).toMatchObject({ website: noticeOf('Good'), version: 2, brokenVersion: 2 })
    expect((await save(noticeOf('Better'), 2)).body).toMatchObject({ version: 3, brokenVersion: null })
  })

  it('shows what is not live two hours after it was published', async () => {
    await save(noticeOf('Good'), 0)
    await publishWebsite(world.services, 1, owner.adminId)
    expect(await shown()).toEqual([])
    world.clock.advance(121)
    expect(await shown()).toMatchObject([{ what: 'not_live', version: 1 }])
  })
})
