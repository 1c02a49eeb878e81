import type { AstroIntegration } from 'astro'
import { serveFunctions } from './local-router.ts'
import type { LocalStack } from './local-routes.ts'

// Before any island asks for Stripe.js, which it does only when somebody is about to pay.
const STRIPE_SCRIPT = `document.head.append(
  Object.assign(document.createElement('script'), { src: '/__local/stripe/stripe.js', async: false }),
)`

/** Puts the functions and `/__local` in front of Astro's pages, and tells of every file that changes. */
export function mountStack(stack: LocalStack, onChange: (file: string) => void): AstroIntegration {
  return {
    name: 'local-stack',
    hooks: {
      'astro:config:setup': ({ injectScript }) => {
        if (stack.services.stripe) injectScript('head-inline', STRIPE_SCRIPT)
      },
      'astro:server:setup': ({ server }) => {
        server.middlewares.use((request, response, next) =>
          serveFunctions(stack, () => next())(request, response),
        )
        server.watcher.on('all', (_event, file) => onChange(file))
      },
    },
  }
}
