import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { brokenBooks, startWorld, type World } from '#tests/harness/start-world.ts'

/** Starts a world for one test file. The books are checked after each test. */
export function useWorld(options?: Parameters<typeof startWorld>[1]): World {
  const world = {} as World
  let started: (World & AsyncDisposable) | undefined
  beforeAll(async () => {
    started = await startWorld(inject('postgresPort'), options)
    Object.assign(world, started)
  })
  afterEach(() => expectInvariants(world))
  afterAll(() => started?.[Symbol.asyncDispose]())
  return world
}

/** Checks the books against the invariants and Stripe, as after every test. */
export async function expectInvariants(world: World): Promise<void> {
  expect(await brokenBooks(world)).toEqual([])
}
