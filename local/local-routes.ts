import { forbidden, isCrossOrigin } from '#local/local-host.ts'
import { localPage } from '#local/local-page.ts'
import type { Functions } from '#local/netlify/functions.ts'
import { PWNED_FAULTS } from '#local/pwned-passwords.ts'
import type { LocalServices } from '#local/start-services.ts'
import { browserScript } from '#local/stripe/browser-script.ts'

export interface StackInfo {
  site: string
  databaseUrl: string
  functionsDatabaseUrl: string
  stripeApi: string
  stripePublishableKey: string
  stripeSecretKey: string
  mailApi: string
  adminEmail: string
  adminPassword: string
}

export interface LocalStack {
  info: StackInfo
  services: LocalServices
  functions: Functions
  /** Builds what was published in the portal; undefined where there is no build. */
  publish?: () => void
  /** Serves the site with other names of its scripts, or with those before; undefined where there is no build. */
  swap?: () => Promise<void>
}

/** The stack's own build hook. */
export const BUILD_HOOK_PATH = '/__local/build'

/** Handles `/__local`, which a deployed site does not have. Returns undefined for any other path. */
export async function handleLocal(stack: LocalStack, request: Request): Promise<Response | undefined> {
  const { pathname } = new URL(request.url)
  if (pathname !== '/__local' && !pathname.startsWith('/__local/')) return undefined
  if (isCrossOrigin(request)) return forbidden()
  const { stripe, mail } = stack.services
  const path = pathname.slice('/__local'.length).replace(/\/$/, '')
  if (path === '') return localPage(stack)
  if (path === '/stack.json') return Response.json(stack.info)
  if (pathname === BUILD_HOOK_PATH) return startBuild(stack, request)
  if (path === '/swap') return swapSite(stack, request)
  if (path === '/pwned-passwords') return changePwnedPasswords(stack, request)
  if (path === '/settle' || path === '/hourly' || path === '/send-mail') return runNow(stack, request, path)
  if (/^\/stripe\/(\w+\/)?stripe\.js$/.test(path) && stripe) return stripeScript()
  if (path === '/stripe' && stripe) return stripe.page(request)
  if (path.startsWith('/stripe/') && stripe) return stripe.handle(withoutPrefix(request, '/__local/stripe'))
  return (await mail?.page(request)) ?? new Response('Not found', { status: 404 })
}

/** The hourly job sends the emails that wait, too. */
const SCHEDULED = { '/settle': 'settle-payments', '/hourly': 'hourly', '/send-mail': 'hourly' }

/** Runs a scheduled function; responds once its background work is done, too. */
async function runNow(stack: LocalStack, request: Request, path: keyof typeof SCHEDULED): Promise<Response> {
  if (request.method !== 'POST') {
    return new Response('Only POST', { status: 405, headers: { allow: 'POST' } })
  }
  const response = await stack.functions.runScheduled(SCHEDULED[path], { full: true })
  await stack.functions.settled()
  const isForm = request.headers.get('accept')?.includes('text/html')
  if (isForm && response.ok) return new Response(null, { status: 303, headers: { location: '/__local' } })
  return Response.json({ ran: SCHEDULED[path], status: response.status }, { status: response.ok ? 200 : 500 })
}

/** Lets Have I Been Pwned fail in the way that the form's `fault` names. Any other value puts it right. */
async function changePwnedPasswords({ services }: LocalStack, request: Request): Promise<Response> {
  if (request.method !== 'POST') return new Response('Only POST', { status: 405, headers: { allow: 'POST' } })
  const fault = (await request.formData()).get('fault')
  services.pwnedPasswords.fault = PWNED_FAULTS.find((name) => name === fault)
  return new Response(null, { status: 303, headers: { location: '/__local' } })
}

function startBuild({ publish }: LocalStack, { method }: Request): Response {
  if (method !== 'POST') return new Response('Only POST', { status: 405, headers: { allow: 'POST' } })
  if (!publish) return new Response('Not found', { status: 404 })
  publish()
  return new Response(null, { status: 200 })
}

async function swapSite({ swap }: LocalStack, { method }: Request): Promise<Response> {
  if (method !== 'POST') return new Response('Only POST', { status: 405, headers: { allow: 'POST' } })
  if (!swap) return new Response('Not found', { status: 404 })
  await swap()
  return new Response(null, { status: 200 })
}

async function stripeScript(): Promise<Response> {
  return new Response(await browserScript(), {
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' },
  })
}

function withoutPrefix(request: Request, prefix: string): Request {
  const url = new URL(request.url)
  url.pathname = url.pathname.slice(prefix.length)
  return new Request(url, request)
}
