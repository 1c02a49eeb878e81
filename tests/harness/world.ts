import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { brokenBooks, startWorld, type World } from './start-world.ts'

/** A world for one test file. After each test the books are looked over. */
export function useWorld(): World {
  const world = {} as World
  let started: (World & AsyncDisposable) | undefined
  beforeAll(async () => {
    started = await startWorld(inject('postgresPort'))
    Object.assign(world, started)
  })
  afterEach(() => expectInvariants(world))
  afterAll(() => started?.[Symbol.asyncDispose]())
  return world
}

/** Asks the database and Stripe whether the books are right; after every test this happens by itself. */
export async function expectInvariants(world: World): Promise<void> {
  expect(await brokenBooks(world)).toEqual([])
}
