import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import type { InferInput } from 'valibot'
import {
  addPasskeyEndpoint,
  passkeyOptionsEndpoint,
  signInOptionsEndpoint,
  signInWithPasskeyEndpoint,
  stepUpEndpoint,
  type AssertionSchema,
  type AttestationSchema,
} from '#contract/auth/second-factor.ts'
import type { Reply } from '#contract/base/endpoint.ts'
import { errorMessage } from '#islands/admin/shared/error-message.ts'
import { ApiError, call } from '#lib/api.ts'

/** What is due to prove who uses a session. */
export type Due = Reply<typeof passkeyOptionsEndpoint>

const headersOf = (token: string) => ({ authorization: `Bearer ${token}` })

/** Asks what is due, or what adds a passkey. */
export const findDue = (token: string, add = false): Promise<Due> =>
  call(passkeyOptionsEndpoint, { add }, { headers: headersOf(token) })

/** Sends a proof of who uses a session. */
export const prove = (token: string, proof: InferInput<(typeof stepUpEndpoint)['body']>) =>
  call(stepUpEndpoint, proof, { headers: headersOf(token) })

/** Asks the device for a passkey, and proves by it who uses a session. */
export async function proveByPasskey(token: string): Promise<void> {
  // A challenge is used once, so each try has one of its own.
  const due = await findDue(token)
  if (due.due !== 'passkey') throw new Error('No passkey is due')
  await prove(token, { by: 'passkey', assertion: await askDevice(due.options) })
}

/** Lets the device make a passkey, and adds it. Returns the recovery codes, if it is the first one. */
export async function createPasskey(token: string, name: string): Promise<string[]> {
  const due = await findDue(token, true)
  if (due.due !== 'new-passkey') throw new Error('No passkey can be added')
  const made = await startRegistration({ optionsJSON: due.options })
  const attestation = made as InferInput<typeof AttestationSchema>
  const { recoveryCodes } = await call(
    addPasskeyEndpoint,
    { name, attestation },
    { headers: headersOf(token) },
  )
  return recoveryCodes
}

/** Signs in by a passkey alone: in a dialog of the browser, or among what it offers for the email field. */
export async function signInByPasskey({ byAutofill }: { byAutofill: boolean }) {
  const options = await call(signInOptionsEndpoint, {})
  return await call(signInWithPasskeyEndpoint, await askDevice(options, byAutofill))
}

async function askDevice(optionsJSON: Reply<typeof signInOptionsEndpoint>, useBrowserAutofill = false) {
  return (await startAuthentication({ optionsJSON, useBrowserAutofill })) as InferInput<
    typeof AssertionSchema
  >
}

/** Returns what to say of a passkey that did not work; '' if the person closed the browser's dialog. */
export function passkeyMessage(error: unknown): string {
  if (error instanceof ApiError)
    return errorMessage(error, 'We could not check your passkey. Please try again.')
  const { name } = error as Error
  if (name === 'AbortError') return ''
  if (name === 'InvalidStateError') return 'This device already has a passkey for this account.'
  return 'That did not work, or it was cancelled. Please try again, or choose another way.'
}
