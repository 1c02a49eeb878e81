import type Stripe from 'stripe'
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

function page(intent: Stripe.PaymentIntent): Response {
  const waiting = intent.status === 'requires_action'
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Test payment</title><link rel="icon" href="data:,"></head>
<body style="font: 1.1rem system-ui; max-width: 32rem; margin: 4rem auto; padding: 0 1rem">
<main>
<h1>Test payment page</h1>
<p>${showAmount(intent.amount, intent.currency)}. No money moves here: this page stands in for the pay-later provider or bank.</p>
${waiting ? buttons() : `<p>This payment is no longer waiting: ${intent.status}.</p>`}
</main>
</body>
</html>`
  return new Response(html, {
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  })
}

const buttons = () => `<form method="post">
<p><button name="outcome" value="authorise">Authorise test payment</button></p>
<p><button name="outcome" value="fail">Fail test payment</button></p>
<p><button name="outcome" value="wait">Leave test payment processing</button></p>
</form>`
