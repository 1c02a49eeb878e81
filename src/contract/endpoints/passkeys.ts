import {
  addPasskeyEndpoint,
  passkeyOptionsEndpoint,
  signInOptionsEndpoint,
  signInWithPasskeyEndpoint,
  stepUpEndpoint,
} from '#contract/auth/second-factor.ts'
import type { Endpoint } from '#contract/base/endpoint.ts'

/** What needs the library for passkeys, in a function of its own. */
export const passkeysEndpoints = {
  addPasskey: addPasskeyEndpoint,
  passkeyOptions: passkeyOptionsEndpoint,
  signInOptions: signInOptionsEndpoint,
  signInWithPasskey: signInWithPasskeyEndpoint,
  stepUp: stepUpEndpoint,
} satisfies Record<string, Endpoint>
