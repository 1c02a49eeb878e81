import { randomBytes, randomUUID } from 'node:crypto'
import type { Stripe } from 'stripe'
import type { BreachedPasswords } from '#server/clients/breached-passwords.ts'
import type { BuildHook } from '#server/clients/build-hook.ts'
import type { EmailClient } from '#server/clients/email.ts'
import type { Db } from '#server/db/db.ts'

/** All clients. Every side effect goes through one of them, so tests can replace each. */
export interface Services {
  db: Db
  stripe: Stripe
  email: EmailClient
  buildHook: BuildHook
  breachedPasswords: BreachedPasswords
  clock: Clock
  random: Random
}

export interface Clock {
  now(): Date
}

export interface Random {
  uuid(): string
  bytes(count: number): Uint8Array
}

/** The clock of the functions, which can also wait. */
export const systemClock: Clock & { wait(ms: number): Promise<void> } = {
  now: () => new Date(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}
export const systemRandom: Random = { uuid: () => randomUUID(), bytes: (count) => randomBytes(count) }

export type ClientFactories = {
  [Name in 'db' | 'stripe' | 'email' | 'buildHook' | 'breachedPasswords']?: () => Services[Name]
}
export type OpenedServices<Given extends ClientFactories> = Pick<
  Services,
  (keyof Given & keyof Services) | 'clock' | 'random'
>

/**
 * Creates only the clients a function lists, so that its bundle holds no unused SDK. Each is created on first use: a
 * missing secret breaks only the requests that need its client.
 */
export function openServices<Given extends ClientFactories>(factories: Given): OpenedServices<Given> {
  const services: Pick<Services, 'clock' | 'random'> = { clock: systemClock, random: systemRandom }
  for (const [name, create] of Object.entries(factories)) {
    Object.defineProperty(services, name, { get: create })
  }
  return services as OpenedServices<Given>
}
