import type { Call, FormParams, IntentResult } from '#local/stripe/browser/call-stripe.ts'
import type { Elements } from '#local/stripe/browser/elements.ts'

export interface ConfirmOptions {
  elements: Elements
  confirmParams: { return_url: string; payment_method_data?: FormParams }
  /** Nothing else is supported. */
  redirect: 'if_required'
}

/** https://docs.stripe.com/js/payment_intents/confirm_payment */
export async function confirmPayment(call: Call, options: ConfirmOptions): Promise<IntentResult> {
  const { elements, confirmParams } = options
  const { clientSecret } = elements.options
  const path = `/v1/payment_intents/${clientSecret.split('_secret_')[0]}`
  const result = await call(`${path}/confirm`, {
    client_secret: clientSecret,
    use_stripe_sdk: true,
    ...confirmParams,
    payment_method_data: { ...confirmParams.payment_method_data, ...elements.mountedForm().data() },
  })
  const { paymentIntent } = result
  if (paymentIntent?.status !== 'requires_action') return result
  const elsewhere = paymentIntent.next_action?.redirect_to_url?.url
  if (elsewhere) return leaveFor(elsewhere)
  const outcome = await challenge()
  return afterChallenge(await call(`${path}/authenticate`, { client_secret: clientSecret, outcome }))
}

/** Never resolves, because the browser is about to leave the page. */
function leaveFor(url: string): Promise<never> {
  location.assign(url)
  return new Promise(() => undefined)
}

const TITLE = '3D Secure 2 Test Page'

/** Shows the 3-D Secure challenge; closing the dialog fails it, as with the real one. */
function challenge(): Promise<string> {
  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-label', TITLE)
  dialog.innerHTML = `<form method="dialog">
    <h2>${TITLE}</h2>
    <p>Your bank would ask here whether it is you. Choose its answer.</p>
    <button value="complete">Complete</button>
    <button value="fail">Fail</button>
  </form>`
  Object.assign(dialog.style, { margin: 'auto', padding: '1.5rem', border: '1px solid' })
  for (const { style } of dialog.querySelectorAll('button'))
    Object.assign(style, { margin: '1rem 1rem 0 0', padding: '0.5rem 1rem', border: '1px solid' })
  document.body.append(dialog)
  dialog.showModal()
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(dialog.returnValue || 'fail')
    })
  })
}

function afterChallenge(result: IntentResult): IntentResult {
  if (result.paymentIntent?.status !== 'requires_payment_method') return result
  return {
    error: {
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      payment_intent: result.paymentIntent,
    },
  }
}
