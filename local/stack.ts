import { cp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { buildSite } from './build.ts'
import { takeDoor } from './door.ts'
import { serveFunctions } from './front.ts'
import type { StackInfo } from './local-routes.ts'
import { withLock } from './lock.mjs'
import { type Functions, loadFunctions } from './netlify/functions.ts'
import { servePages } from './netlify/pages.ts'
import { type LocalServices, startServices } from './services.ts'
import type { RealServices } from './settings.ts'
import { addStripeScript, copySite } from './site-copy.ts'

const ROOT = resolve(import.meta.dirname, '..')

export interface StackOptions {
  /** 0: any free one. */
  port: number
  /** Holds everything that this stack keeps. */
  dir: string
  /** Whatever is not named is stood in for. */
  real?: RealServices
  /** Serves the pages exactly as built; whoever looks at them must see to Stripe.js. */
  unmodified?: boolean
  report?: (step: string) => void
}

export interface Stack {
  info: StackInfo
  services: LocalServices
  stop: () => Promise<void>
}

/** The whole product on one machine, as it would be deployed. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { port, dir, real = {}, unmodified = false, report = () => {} } = options
  const door = await takeDoor(port)
  let services: LocalServices | undefined
  let functions: Functions | undefined
  const stop = async () => {
    await door.close()
    await functions?.settled()
    await services?.stop()
  }
  try {
    // First, because it refuses a folder that another stack works in.
    services = await startServices({ dir, site: door.site, real, report })
    const built = await buildCopy(dir, report)
    if (services.stripe && !unmodified) await addStripeScript(built.site)
    functions = await loadFunctions(built.functions)
    const stack = { info: infoOf(door.site, services), services, functions }
    door.open(serveFunctions(stack, await servePages({ root: ROOT, publish: built.site })))
    return { ...stack, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** A copy for this stack alone: another one may build while this one runs. */
async function buildCopy(
  dir: string,
  report: (step: string) => void,
): Promise<{ site: string; functions: string }> {
  const copy = { site: join(dir, 'site'), functions: join(dir, 'functions') }
  const build = async () => {
    await buildSite(ROOT, report)
    await copySite(join(ROOT, 'dist'), copy.site)
    await rm(copy.functions, { recursive: true, force: true })
    await cp(join(ROOT, 'build', 'functions'), copy.functions, { recursive: true })
  }
  await withLock(join(ROOT, 'build', 'build.lock'), build, () => report('Waiting for another build'))
  return copy
}

export function infoOf(site: string, services: LocalServices): StackInfo {
  return {
    site,
    databaseUrl: services.databaseUrl,
    stripeApi: services.stripe?.url ?? 'https://api.stripe.com',
    stripePublishableKey: services.stripePublishableKey,
    stripeSecretKey: services.stripeSecretKey,
    mailApi: services.mail?.url ?? 'https://api.postmarkapp.com',
    adminEmail: '',
    adminPassword: '',
  }
}
