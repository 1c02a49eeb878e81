import { expect, it } from 'vitest'
import { NO_WEBSITE, type PublishedWebsite } from '#contract/website/website.ts'
import { publicationOf, undoPublication } from '#islands/admin/website/publishing.store.ts'
import { NOTHING_SAVED } from '#tests/islands/admin/website/website-reply.ts'
import { answer } from '#tests/islands/fake-api.ts'

const at = '2026-11-26T14:00:00.000Z'
const after = (minutes: number) => new Date(Date.parse(at) + minutes * 60_000)
const published = { version: 3, at, before: 0 }
const onSite = (version: number): PublishedWebsite => ({
  version,
  publishedAt: at,
  builtAt: '2026-11-26T14:03:00.000Z',
  website: NO_WEBSITE,
})
const building = { state: 'building', at } as const
const queued = { state: 'queued', at: after(4).toISOString() } as const

it.each([
  ['never', { published: null, publishing: null, canPublish: true }, onSite(0), 0, { name: 'never' }],
  [
    'live since its build',
    { published, publishing: null, canPublish: true },
    onSite(3),
    5,
    { name: 'live', since: '2026-11-26T14:03:00.000Z' },
  ],
  [
    'building',
    { published, publishing: building, canPublish: true },
    onSite(2),
    9,
    { name: 'building', since: at },
  ],
  [
    'building while the website cannot be read',
    { published, publishing: building, canPublish: true },
    undefined,
    1,
    { name: 'building', since: at },
  ],
  [
    'late after ten minutes',
    { published, publishing: building, canPublish: true },
    onSite(2),
    11,
    { name: 'late', since: at },
  ],
  [
    'queued',
    { published, publishing: queued, canPublish: true },
    onSite(2),
    1,
    { name: 'queued', until: queued.at },
  ],
  [
    'left to the next deployment without a hook',
    { published, publishing: null, canPublish: false },
    onSite(2),
    60,
    { name: 'next-deploy' },
  ],
] as const)('publicationOf says %s', (_, reply, site, minutes, publication) => {
  expect(publicationOf(reply, site, after(minutes))).toEqual(publication)
})

it('undoPublication saves and publishes the version before, without what has ended since', async () => {
  const sent = answer([200, { ...NOTHING_SAVED, version: 5 }], [200, { state: 'building', at: null }])
  const closed = (from: string, to: string) => ({ from, to, open: null, reason: '' })
  const week = Array.from({ length: 7 }, () => null)
  const website = {
    ...NO_WEBSITE,
    opening: { week, closures: [closed('2025-12-24', '2025-12-26'), closed('2025-12-24', '2099-01-01')] },
    notice: { text: 'Closed', from: '2025-12-24', to: '2025-12-26', level: 'calm' as const },
  }
  expect(await undoPublication({ ...NOTHING_SAVED, version: 4 }, website)).toBeUndefined()
  expect(sent).toEqual([
    {
      version: 4,
      website: { ...NO_WEBSITE, opening: { week, closures: [closed('2025-12-24', '2099-01-01')] } },
    },
    { version: 5 },
  ])
})
