import type { Services } from '#server/services/services'

export class Killed extends Error {
  override name = 'Killed'
}

export interface Death {
  /** The how-manieth outside call it dies at, from 0. */
  at: number
  /** Before the call leaves, or when its work is done and its answer is on the way. */
  when: 'before' | 'after'
}

/** A function's doors that stop working for ever at one of its outside calls, as if the process were killed there. */
export function mortal(services: Services, death?: Death): Services & { calls: () => string[] } {
  const calls: string[] = []
  let dead = false

  async function cross<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    if (dead) throw new Killed()
    const here = calls.push(name) - 1 === death?.at
    if (here && death?.when === 'before') dead = true
    if (dead) throw new Killed()
    const result = await work()
    if (here) dead = true
    if (dead) throw new Killed()
    return result
  }

  const { db, stripe, mail } = services
  return {
    ...services,
    calls: () => calls,
    db: {
      run: (statement) => cross('db.run', () => db.run(statement)),
      batch: (statements) => cross('db.batch', () => db.batch(statements)),
    },
    stripe: watched(stripe, 'stripe', cross),
    mail: { send: (letter) => cross('mail.send', () => mail.send(letter)) },
  }
}

type Cross = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>

const CALLS = new Set(['create', 'retrieve', 'update', 'cancel'])

/** Stripe's SDK with the calls of every resource led through `cross`. Lists are walked, and pass. */
function watched<Target extends object>(target: Target, path: string, cross: Cross): Target {
  return new Proxy(target, {
    get(object, key) {
      const value: unknown = Reflect.get(object, key)
      const name = `${path}.${String(key)}`
      if (typeof value === 'function') {
        const call = (...args: unknown[]): unknown => value.apply(object, args)
        return CALLS.has(String(key)) ? (...args: unknown[]) => cross(name, async () => call(...args)) : call
      }
      return typeof value === 'object' && value !== null ? watched(value, name, cross) : value
    },
  })
}
