import { loginEndpoint } from '#contract/auth/session.ts'
import { buyingEndpoints } from '#contract/endpoints/buying.ts'
import { passkeysEndpoints } from '#contract/endpoints/passkeys.ts'
import { portalEndpoints } from '#contract/endpoints/portal.ts'
import { publicEndpoints } from '#contract/endpoints/public.ts'
import { pictureEndpoints } from '#contract/products/pictures.ts'
import { createPaymentIntentEndpoint } from '#contract/vouchers/vouchers.ts'

/** All endpoints by the name they have in all layers. */
export const endpoints = {
  ...publicEndpoints,
  ...buyingEndpoints,
  ...portalEndpoints,
  ...pictureEndpoints,
  ...passkeysEndpoints,
  login: loginEndpoint,
  createPaymentIntent: createPaymentIntentEndpoint,
}
