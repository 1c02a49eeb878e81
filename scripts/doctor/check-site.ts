import { ok, unseen, wrong, type Check, type Finding } from '#scripts/doctor/finding.ts'
import { env } from '#server/env.ts'

const TIMEOUT_MS = 10_000

/** Checks that the site has its own domain, responds there with one policy, and uses the real providers. */
export const checkSite: Check = {
  about: 'Site',
  async run() {
    const url = new URL(env('URL'))
    return [
      ...addressOf(url),
      ...standIns(url),
      ...(await Promise.all([checkResponds(url.origin), checkHeaders(url.origin)])),
    ]
  },
}

function addressOf(url: URL): Finding[] {
  const next = 'URL is the site’s primary domain; set that at Netlify under Domain management.'
  if (isLocal(url)) return [wrong(`The site’s address, ${url.origin}, is on this machine.`, next)]
  if (url.protocol !== 'https:') return [wrong('The site’s address does not begin with https://.', next)]
  if (url.href !== `${url.origin}/`)
    return [
      wrong('The site’s address has more to it than its origin, so links in emails would be wrong.', next),
    ]
  return [ok(`The site’s address is ${url.origin}.`)]
}

const isLocal = ({ hostname }: URL) => /^(localhost|.*\.local(host)?|127\..*|\[::1\])$/.test(hostname)

/** The stand-ins are right on a developer's machine. */
function standIns(url: URL): Finding[] {
  if (isLocal(url)) return []
  return (['STRIPE_API', 'POSTMARK_API', 'HIBP_API'] as const).flatMap((name) =>
    env(name) === undefined
      ? []
      : [wrong(`${name} is set, so that a stand-in takes the provider’s place.`, `take ${name} away.`)],
  )
}

/** Checks that a function responds with data from the database. */
async function checkResponds(origin: string): Promise<Finding> {
  const address = `${origin}/api/products`
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(address, { redirect: 'manual', signal })
    await response.body?.cancel()
    if (response.status === 200) return ok('The site answers, its functions and its database with it.')
    return wrong(
      `${address} answers ${response.status} instead of 200.`,
      'look at Netlify → Deploys (is the latest one published?), then at Logs → Functions → public.',
    )
  } catch {
    return unseen(`${origin} does not answer.`, 'look at Netlify → Deploys, and at the domain’s DNS records.')
  }
}

/** Several policies in one header would intersect, and forbid what only the page's own rule allows. */
async function checkHeaders(origin: string): Promise<Finding> {
  const address = `${origin}/shop`
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const { status, headers, body } = await fetch(address, { redirect: 'manual', signal })
    await body?.cancel()
    const policy = headers.get('content-security-policy')
    if (status !== 200 || policy === null)
      return unseen(
        `${address} answers ${status} without a policy.`,
        'run this again once the site is published.',
      )
    if (!policy.includes(',')) return ok('Each page has one content security policy, its own.')
    return wrong(
      `${address} has several content security policies in one header, and browsers obey all of them.`,
      'pay with 4000 0025 0000 3155 (docs/deploy.md, 7): if the bank’s dialog looks wrong, the rule of all paths in scripts/security-headers/secure-site.ts must allow what the page allows.',
    )
  } catch {
    return unseen(`${origin} does not answer, so its headers cannot be seen.`, 'see the line above.')
  }
}
