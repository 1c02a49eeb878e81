import { confirmIntent } from '#local/stripe/confirm-intent.ts'
import { flag, required } from '#local/stripe/params.ts'
import { cancelPaymentIntent, createIntent, getIntent, updateIntent } from '#local/stripe/payment-intents.ts'
import { forPublishableKey } from '#local/stripe/publishable.ts'
import { listing, type StripeRoute } from '#local/stripe/route.ts'
import { authenticate } from '#local/stripe/settlement.ts'

const DESCRIPTION = ['description', 'metadata', 'receipt_email', 'shipping', 'statement_descriptor_suffix']
const CONFIRMATION = [
  'client_secret',
  'payment_method',
  'payment_method_data',
  'receipt_email',
  'return_url',
  'use_stripe_sdk',
]
const CREATION = [
  ...DESCRIPTION,
  ...CONFIRMATION,
  'amount',
  'automatic_payment_methods',
  'confirm',
  'currency',
]

export function intentRoutes(): StripeRoute[] {
  const path = '/v1/payment_intents'
  return [
    {
      method: 'POST',
      path,
      params: CREATION,
      run(account, params) {
        const intent = createIntent(account, params)
        return flag(params, 'confirm') ? confirmIntent(account, intent.id, params) : intent
      },
    },
    listing('payment_intents', 'intents', []),
    {
      method: 'GET',
      path: `${path}/:id`,
      params: ['client_secret'],
      run: (account, _, id) => getIntent(account, id),
      publishable: forPublishableKey((account, _, id) => getIntent(account, id)),
    },
    {
      method: 'POST',
      path: `${path}/:id`,
      params: [...DESCRIPTION, 'amount'],
      run: (account, params, id) => updateIntent(account, id, params),
    },
    {
      method: 'POST',
      path: `${path}/:id/confirm`,
      params: CONFIRMATION,
      locks: true,
      run: (account, params, id) => confirmIntent(account, id, params),
      publishable: forPublishableKey((account, params, id) => confirmIntent(account, id, params)),
    },
    {
      method: 'POST',
      path: `${path}/:id/cancel`,
      params: ['cancellation_reason'],
      run: (account, params, id) => cancelPaymentIntent(account, id, params),
    },
    {
      // The buyer's choice at 3-D Secure. Stripe.js uses a similar, undocumented route.
      method: 'POST',
      path: `${path}/:id/authenticate`,
      params: ['client_secret', 'outcome'],
      run: (account, params, id) => authenticate(account, id, required(params, 'outcome') === 'complete'),
      publishable: forPublishableKey((account, params, id) =>
        authenticate(account, id, required(params, 'outcome') === 'complete'),
      ),
    },
  ]
}
