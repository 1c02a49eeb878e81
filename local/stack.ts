import { cp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { buildSite } from '#local/build-site.ts'
import { followPort } from '#local/follow-port.ts'
import { createLocalRouter } from '#local/local-router.ts'
import { BUILD_HOOK_PATH, type StackInfo } from '#local/local-routes.ts'
import { withLock } from '#local/lock.mjs'
import { createDeploys } from '#local/netlify/deploys.ts'
import { loadFunctions, type Functions } from '#local/netlify/functions.ts'
import { bindPort } from '#local/port.ts'
import { createPublisher, hasPublished, type Publisher } from '#local/publish-site.ts'
import type { RealServices } from '#local/stack-settings.ts'
import { startServices, type LocalServices } from '#local/start-services.ts'
import { loadLocalStripe } from '#local/stripe/load-local-stripe.ts'

const ROOT = resolve(import.meta.dirname, '..')

export interface Built {
  site: string
  functions: string
}

export interface StackOptions {
  /** 0 picks a free one. */
  port: number
  /** Where the stack stores its data. */
  dir: string
  /** The services to use for real; stand-ins replace the others. */
  real?: RealServices
  /** Serves the pages exactly as built, without the stand-in for Stripe.js and the stack's own origin. */
  unmodified?: boolean
  /** A finished build to serve instead of building the sources. */
  built?: Built
  report?: (step: string) => void
}

export interface Stack {
  info: StackInfo
  services: LocalServices
  stop: () => Promise<void>
}

/** Runs the whole product on this machine, as it would be deployed. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { port, dir, real = {}, unmodified = false, built, report = () => {} } = options
  const sitePort = await bindPort(port)
  let services: LocalServices | undefined
  let functions: Functions | undefined
  let publisher: Publisher | undefined
  const stop = async () => {
    await sitePort.close()
    await publisher?.stop()
    await functions?.settled()
    await services?.stop()
  }
  try {
    // First, because it refuses a folder that another stack uses.
    services = await startServices({
      dir,
      site: sitePort.site,
      real,
      buildHook: sitePort.site + BUILD_HOOK_PATH,
      report,
    })
    const copy = await (built ? copyBuilt(built, dir) : buildCopy(dir, report))
    if (!unmodified) await followPort(copy.site, sitePort.site)
    const isModified = services.stripe !== undefined && !unmodified
    const deploys = createDeploys(ROOT)
    /** `isModified`: its payment form uses the stand-in for Stripe.js. */
    const deploy = async (built: Built) => {
      if (isModified) await loadLocalStripe(built.site)
      const loaded = await loadFunctions(built.functions)
      await deploys.add(built.site)
      return (functions = loaded)
    }
    let current = await deploy(copy)
    const info = infoOf(sitePort.site, services)
    publisher = createPublisher({
      dir,
      databaseUrl: services.databaseUrl,
      site: sitePort.site,
      swap: async (published) => {
        const before = current
        current = await deploy(published)
        await before.settled()
      },
    })
    const stack = {
      info,
      services,
      publish: publisher.start,
      swap: deploys.swap,
      get functions() {
        return current
      },
    }
    sitePort.open(createLocalRouter(stack, deploys.pages))
    if (await hasPublished(services.databaseUrl).catch(() => false)) publisher.start()
    return { info, services, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Builds the sources and copies the output to `dir`. */
export function buildCopy(dir: string, report: (step: string) => void): Promise<Built> {
  const build = async () => {
    await buildSite(ROOT, report)
    return copyBuilt({ site: join(ROOT, 'dist'), functions: join(ROOT, 'build', 'functions') }, dir)
  }
  return withLock(join(ROOT, 'build', 'build.lock'), build, () => report('Waiting for another build'))
}

/** Copies, because another stack may build while this one runs. */
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
    functionsDatabaseUrl: services.functionsDatabaseUrl,
    stripeApi: services.stripe?.url ?? 'https://api.stripe.com',
    stripePublishableKey: services.stripePublishableKey,
    stripeSecretKey: services.stripeSecretKey,
    mailApi: services.mail?.url ?? 'https://api.postmarkapp.com',
    adminEmail: services.admin?.email ?? '',
    adminPassword: services.admin?.password ?? '',
  }
}

async function copyFolder(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true })
  await cp(from, to, { recursive: true })
}
