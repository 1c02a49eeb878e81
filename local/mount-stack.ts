import type { AstroIntegration } from 'astro'
import { createLocalRouter } from '#local/local-router.ts'
import type { LocalStack } from '#local/local-routes.ts'

// Loaded before an island needs Stripe.js, which is at the payment step.
const STRIPE_SCRIPT = `document.head.append(
  Object.assign(document.createElement('script'), { src: '/__local/stripe/stripe.js', async: false }),
)`

/** Serves the functions and `/__local` before Astro's pages, and reports every file that changes. */
export function mountStack(stack: LocalStack, onChange: (file: string) => void): AstroIntegration {
  return {
    name: 'local-stack',
    hooks: {
      'astro:config:setup': ({ injectScript }) => {
        if (stack.services.stripe) injectScript('head-inline', STRIPE_SCRIPT)
      },
      'astro:server:setup': ({ server }) => {
        server.middlewares.use((request, response, next) =>
          createLocalRouter(stack, () => next())(request, response),
        )
        server.watcher.on('all', (_event, file) => onChange(file))
      },
    },
  }
}
