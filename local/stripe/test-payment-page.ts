import type Stripe from 'stripe'
import { html, htmlPage } from '#local/mail/html-page.ts'
import type { TestAccount } from '#local/stripe/account.ts'
import { getIntent } from '#local/stripe/payment-intents.ts'
import { authenticate, leaveProcessing } from '#local/stripe/settlement.ts'
import { showAmount } from '#local/stripe/stripe-amounts.ts'
import { Refusal } from '#local/stripe/stripe-errors.ts'

/** The page of a redirect method, with the buttons of Stripe's test page. */
export async function answerTestPayment(
  account: TestAccount,
  save: () => Promise<void>,
  request: Request,
): Promise<Response> {
  const id = new URL(request.url).pathname.split('/').pop() ?? ''
  try {
    if (request.method !== 'POST') return page(getIntent(account, id))
    const form = new URLSearchParams(await request.text())
    const target = decide(account, getIntent(account, id), form.get('outcome') ?? 'fail')
    await save()
    return new Response(null, { status: 303, headers: { location: target } })
  } catch (error) {
    if (error instanceof Refusal) return new Response(error.message, { status: error.status })
    throw error
  }
}

/** Redirects back to the shop: https://docs.stripe.com/payments/payment-intents/verifying-status#checking-status-after-redirects */
function decide(account: TestAccount, intent: Stripe.PaymentIntent, outcome: string): string {
  const target = new URL(intent.next_action?.redirect_to_url?.return_url ?? account.url)
  target.searchParams.set('payment_intent', intent.id)
  target.searchParams.set('payment_intent_client_secret', intent.client_secret ?? '')
  target.searchParams.set('redirect_status', outcomeOf(account, intent, outcome))
  return target.href
}

function outcomeOf(account: TestAccount, intent: Stripe.PaymentIntent, outcome: string): string {
  if (outcome === 'wait') {
    leaveProcessing(account, intent.id)
    return 'pending'
  }
  return settled(() => authenticate(account, intent.id, outcome === 'authorise')) ? 'succeeded' : 'failed'
}

/** A card that is declined after 3-D Secure returns with a failed intent, not with an error page. */
function settled(work: () => Stripe.PaymentIntent): boolean {
  try {
    return work().status === 'succeeded'
  } catch (error) {
    if (error instanceof Refusal && error.status === 402) return false
    throw error
  }
}

function page({ amount, currency, status }: Stripe.PaymentIntent): Response {
  const button = (value: string, label: string) =>
    html`<p><button name="outcome" value="${value}">${label}</button></p>`
  const form = html`<form method="post">
    ${button('authorise', 'Authorise test payment')} ${button('fail', 'Fail test payment')}
    ${button('wait', 'Leave test payment processing')}
  </form>`
  return htmlPage(
    'Test payment page',
    html`<p>
        ${showAmount(amount, currency)}. No money moves here: this page stands in for the pay-later provider
        or bank.
      </p>
      ${status === 'requires_action' ? form : html`<p>This payment is no longer waiting: ${status}.</p>`}`,
  )
}
