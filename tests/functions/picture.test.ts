import { randomBytes, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { callFunction } from '#tests/harness/call-function.ts'
import { functions } from '#tests/harness/every-function.ts'
import { useWorld } from '#tests/harness/world.ts'

const { picture } = functions

const world = useWorld()
const ID = randomUUID()
const BYTES = randomBytes(1000)

beforeAll(() =>
  world.rows(
    `insert into picture (id, content_type, bytes, created_at) values ($1, 'image/webp', $2, now())`,
    [ID, BYTES],
  ),
)

const get = (id: string, headers = {}, method = 'GET') =>
  callFunction(picture, { path: `/api/pictures/${encodeURI(id)}`, method, params: { id }, headers })

describe('a picture', () => {
  // ASVS 3.2.1, 5.3.1
  it('is returned unchanged with its type, cacheable for a year and not executable', async () => {
    const response = await get(ID)
    expect(response.status).toBe(200)
    expect(Buffer.from(await response.arrayBuffer())).toEqual(BYTES)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'netlify-cdn-cache-control': 'public, durable, max-age=31536000',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-request-id': expect.stringMatching(/./),
    })
  })

  it('responds 304 to a client that has it', async () => {
    const etag = (await get(ID)).headers.get('etag') ?? ''
    const response = await get(ID, { 'if-none-match': `W/"other", ${etag}` })
    expect([response.status, await response.text()]).toEqual([304, ''])
    expect(response.headers.get('etag')).toBe(etag)
    expect((await get(ID, { 'if-none-match': '"other"' })).status).toBe(200)
  })

  // ASVS 5.3.2
  it.each([randomUUID(), '', '1', `${ID}x`, "'; drop table picture; --", '../products', '%00', 'é'])(
    'that does not exist (%j) responds 404, uncached',
    async (id) => {
      const response = await get(id)
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ code: 'not_found' })
      expect(response.headers.get('cache-control')).toBe('no-store')
    },
  )

  it('accepts GET only', async () => {
    expect((await get(ID, {}, 'POST')).status).toBe(405)
  })
})
