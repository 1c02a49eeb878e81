import type { Stripe } from 'stripe'
import { ok, wrong, yours, type Finding } from '#scripts/doctor/finding.ts'
import { env } from '#server/env.ts'

const WHERE = 'Stripe → Settings → Payment method domains'
const METHODS = { apple_pay: 'Apple Pay', google_pay: 'Google Pay', link: 'Link', klarna: 'Klarna' } as const
const ALL = listOf(Object.values(METHODS))

/**
 * Checks that wallets and Klarna may be shown at the site's address:
 * https://docs.stripe.com/payments/payment-methods/pmd-registration
 */
export async function checkDomains(client: Stripe): Promise<Finding[]> {
  const { hostname } = new URL(env('URL'))
  const { data } = await client.paymentMethodDomains.list({ limit: 100 })
  const registered = (name: string) => data.find(({ domain_name: domain }) => domain === name)
  const domain = registered(hostname)
  const own = domain
    ? stateOf(domain)
    : wrong(`${hostname} is not registered for ${ALL}.`, `add it: ${WHERE} (docs/stripe.md).`)
  const other = wwwCounterpart(hostname)
  if (other === undefined) return [own]
  const there = registered(other)
  return [own, there ? stateOf(there) : missing(other)]
}

const missing = (host: string) =>
  yours(
    `${host} is not registered for ${ALL}, which matters if it shows the site instead of leading to it.`,
    `add it: ${WHERE} (docs/stripe.md).`,
  )

function stateOf(domain: Stripe.PaymentMethodDomain): Finding {
  const { domain_name: host, enabled } = domain
  if (!enabled) return wrong(`The payment method domain ${host} is disabled.`, `enable it: ${WHERE}.`)
  const names = Object.keys(METHODS) as (keyof typeof METHODS)[]
  const inactive = names.filter((name) => domain[name].status !== 'active').map((name) => METHODS[name])
  if (inactive.length === 0) return ok(`${ALL} are active at ${host}.`)
  const verb = inactive.length === 1 ? 'is' : 'are'
  return wrong(`${listOf(inactive)} ${verb} not active at ${host}.`, `open it: ${WHERE} → it says why.`)
}

/** Returns the host with www added or removed; undefined for Netlify's own domain and for localhost. */
function wwwCounterpart(host: string): string | undefined {
  if (host.startsWith('www.')) return host.slice('www.'.length)
  if (!host.includes('.') || host.endsWith('.netlify.app')) return undefined
  return `www.${host}`
}

function listOf(names: string[]): string {
  return new Intl.ListFormat('en-GB').format(names)
}
