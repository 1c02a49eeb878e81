import type Stripe from 'stripe'
import type { TestAccount } from '#local/stripe/account.ts'
import { LIST_PARAMS, listObjects } from '#local/stripe/list-objects.ts'
import type { StripeRoute } from '#local/stripe/route.ts'

type Method = 'amazon_pay' | 'apple_pay' | 'google_pay' | 'klarna' | 'link' | 'paypal'

/** A registered domain, required by some payment methods. */
export interface Domain {
  name: string
  enabled?: boolean
  /** Methods that Stripe could not verify for this domain. */
  inactive?: readonly Method[]
}

export const domainRoute: StripeRoute = {
  method: 'GET',
  path: '/v1/payment_method_domains',
  params: [...LIST_PARAMS, 'domain_name', 'enabled'],
  run(account, params) {
    const domains = account.domains.map((domain, index) => describe(account, domain, index))
    const byId = Object.fromEntries(domains.map((domain) => [domain.id, domain]))
    return listObjects(byId, params, '/v1/payment_method_domains', ['domain_name'])
  },
}

function describe(account: TestAccount, domain: Domain, index: number): Stripe.PaymentMethodDomain {
  const { name, enabled = true, inactive = [] } = domain
  const method = (name: Method) => ({ status: inactive.includes(name) ? 'inactive' : 'active' })
  return {
    id: `pmd_local${index}`,
    object: 'payment_method_domain',
    amazon_pay: method('amazon_pay'),
    apple_pay: method('apple_pay'),
    created: account.now(),
    domain_name: name,
    enabled,
    google_pay: method('google_pay'),
    klarna: method('klarna'),
    link: method('link'),
    livemode: false,
    paypal: method('paypal'),
  }
}
