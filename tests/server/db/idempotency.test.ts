import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { idempotent } from '#server/db/idempotency.ts'
import { useWorld } from '#tests/harness/world.ts'

const world = useWorld()

/** Increments the hits of a rate limit, as an example of a change. */
async function countUp(key: string, requestId: string, body: unknown = {}, allowed = true) {
  const { db, clock } = world.services
  const once = idempotent<{ hits: number }>({ endpoint: 'test', target: key, requestId, body }, clock.now())
  const { stored: asked } = await db.batch({
    ...once.begin,
    changed: sql`
      insert into throttle (kind, key, hits, admitted) select 'test', ${key}, array[now()], true where ${once.isFirst} and ${allowed}
      on conflict (kind, key) do update set hits = throttle.hits || now()`,
    ...once.end(
      sql`select jsonb_build_object('hits', cardinality(hits)) as answer from throttle where key = ${key} and ${once.isFirst}`,
    ),
  })
  return once.read(asked)
}

describe('idempotent', () => {
  it('runs once, and returns the first result to a repeat', async () => {
    const [key, first, second] = [randomUUID(), randomUUID(), randomUUID()]
    expect(await countUp(key, first)).toEqual({ hits: 1 })
    expect(await countUp(key, second)).toEqual({ hits: 2 })
    expect(await countUp(key, first)).toEqual({ hits: 1 })
  })

  it('runs once for ten concurrent requests', async () => {
    const [key, id] = [randomUUID(), randomUUID()]
    const answers = await Promise.all(Array.from({ length: 10 }, () => countUp(key, id)))
    expect(answers).toEqual(Array.from({ length: 10 }, () => ({ hits: 1 })))
    expect(await countUp(key, randomUUID())).toEqual({ hits: 2 })
  })

  it('refuses another body under the same request id', async () => {
    const [key, id] = [randomUUID(), randomUUID()]
    await countUp(key, id, { amount: 1 })
    await expect(countUp(key, id, { amount: 2 })).rejects.toMatchObject({ code: 'request_reused' })
  })

  it('stores no refusal, so that the request may be repeated', async () => {
    const [key, id] = [randomUUID(), randomUUID()]
    expect(await countUp(key, id, {}, false)).toBeUndefined()
    expect(await countUp(key, id)).toEqual({ hits: 1 })
  })
})
