import { resolve } from 'node:path'
import { createLocalRouter } from '#local/local-router.ts'
import { loadFunctions } from '#local/netlify/functions.ts'
import { servePages } from '#local/netlify/serve-pages.ts'
import { bindPort } from '#local/port.ts'
import { infoOf, type Built } from '#local/stack.ts'
import { ENVIRONMENT, type World } from '#tests/harness/start-world.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

/** Serves the built site with the clients of this test site, as if deployed. */
export async function serveWorld({ databaseUrl, stripe, mail }: World, built: Built) {
  const door = await bindPort(0)
  const functions = await loadFunctions(built.functions)
  const services = {
    databaseUrl,
    stripe,
    stripePublishableKey: ENVIRONMENT.STRIPE_PUBLISHABLE_KEY,
    stripeSecretKey: ENVIRONMENT.STRIPE_SECRET_KEY,
    mail,
    admin: undefined,
    stop: async () => {},
  }
  const stack = { info: infoOf(door.site, services), services, functions }
  door.open(createLocalRouter(stack, await servePages({ root: ROOT, publish: built.site })))
  return {
    site: door.site,
    async [Symbol.asyncDispose]() {
      await door.close()
      await functions.settled()
    },
  }
}
