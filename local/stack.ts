import { join, resolve } from 'node:path'
import { buildSite } from './build.ts'
import { takeDoor } from './port.ts'
import { serveFunctions } from './local-router.ts'
import type { StackInfo } from './local-routes.ts'
import { withLock } from './lock.mjs'
import { compressSite } from './netlify/compress.ts'
import { type Functions, loadFunctions } from './netlify/functions.ts'
import { servePages } from './netlify/pages.ts'
import { type LocalServices, startServices } from './services.ts'
import type { RealServices } from './settings.ts'
import { addStripeScript, copyFolder } from './site-copy.ts'

const ROOT = resolve(import.meta.dirname, '..')

export interface Built {
  site: string
  functions: string
}

export interface StackOptions {
  /** 0: any free one. */
  port: number
  /** Holds everything that this stack keeps. */
  dir: string
  /** Whatever is not named is stood in for. */
  real?: RealServices
  /** Serves the pages exactly as built; whoever looks at them must see to Stripe.js. */
  unmodified?: boolean
  /** What to serve, if it is not to be built from the sources. */
  built?: Built
  report?: (step: string) => void
}

export interface Stack {
  info: StackInfo
  services: LocalServices
  stop: () => Promise<void>
}

/** The whole product on one machine, as it would be deployed. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { port, dir, real = {}, unmodified = false, built, report = () => {} } = options
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
    const copy = await (built ? copyBuilt(built, dir) : buildCopy(dir, report))
    if (services.stripe && !unmodified) await addStripeScript(copy.site)
    await compressSite(copy.site)
    functions = await loadFunctions(copy.functions)
    const stack = { info: infoOf(door.site, services), services, functions }
    door.open(serveFunctions(stack, await servePages({ root: ROOT, publish: copy.site })))
    return { ...stack, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Of what the sources make now. */
export function buildCopy(dir: string, report: (step: string) => void): Promise<Built> {
  const build = async () => {
    await buildSite(ROOT, report)
    return copyBuilt({ site: join(ROOT, 'dist'), functions: join(ROOT, 'build', 'functions') }, dir)
  }
  return withLock(join(ROOT, 'build', 'build.lock'), build, () => report('Waiting for another build'))
}

/** For this stack alone: another one may build while this one runs. */
async function copyBuilt(built: Built, dir: string): Promise<Built> {
  const copy = { site: join(dir, 'site'), functions: join(dir, 'functions') }
  await copyFolder(built.site, copy.site)
  await copyFolder(built.functions, copy.functions)
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
    adminEmail: services.admin?.email ?? '',
    adminPassword: services.admin?.password ?? '',
  }
}
