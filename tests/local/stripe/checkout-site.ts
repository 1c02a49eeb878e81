import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { browserScript } from '#local/stripe/browser-script.ts'
import { serveHandler } from '#local/stripe/listener.ts'
import type { StripeStandIn } from '#local/stripe/start-stripe.ts'
import { sdk } from '#tests/harness/test-account.ts'

/** As strict as the deployed one; nothing in it is for the stand-in. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' https://api.stripe.com; frame-src https://js.stripe.com"

const page = (body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Checkout</title></head><body>${body}</body></html>`

/** A site of one page that sells, with the stand-in of Stripe.js put ahead of its own script. */
export async function startCheckoutSite(standIn: StripeStandIn) {
  const [stripeJs, app] = await Promise.all([browserScript(), bundlePage()])
  const site = await serveHandler(0, async (request) => {
    const url = new URL(request.url)
    if (url.pathname.startsWith('/__local/stripe')) {
      return standIn.handle(new Request(url.href.replace('/__local/stripe', ''), request))
    }
    if (url.pathname === '/stripe.js') return script(stripeJs)
    if (url.pathname === '/app.js') return script(app)
    if (url.pathname === '/intent') return new Response(await newClientSecret(standIn))
    if (url.pathname === '/favicon.ico') return new Response(null, { status: 204 })
    if (url.pathname === '/returned') return html(page('<h1>Returned</h1>'))
    return html(
      page('<div id="root"></div><script src="/stripe.js"></script><script src="/app.js"></script>'),
    )
  })
  return { ...site, url: `http://localhost:${site.port}` }
}

async function newClientSecret(standIn: StripeStandIn): Promise<string> {
  const intent = await sdk(standIn).paymentIntents.create({ amount: 5000, currency: 'gbp' })
  return intent.client_secret ?? ''
}

const script = (code: string) => new Response(code, { headers: { 'content-type': 'text/javascript' } })

const html = (code: string) =>
  new Response(code, { headers: { 'content-type': 'text/html', 'content-security-policy': POLICY } })

async function bundlePage(): Promise<string> {
  const entry = fileURLToPath(new URL('checkout-page.tsx', import.meta.url))
  const define = { 'process.env.NODE_ENV': '"production"' }
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    jsx: 'automatic',
    define,
  })
  return outputFiles[0]?.text ?? ''
}
