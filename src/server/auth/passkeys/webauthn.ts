import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers'
import { parse, type InferOutput } from 'valibot'
import { clinic } from '#clinic/current-clinic.ts'
import {
  CreationOptionsSchema,
  RequestOptionsSchema,
  type AssertionSchema,
  type AttestationSchema,
} from '#contract/auth/second-factor.ts'
import { env } from '#server/env.ts'
import { log } from '#server/log.ts'

/** ES256, RS256 and Ed25519, which all devices know one of. */
const ALGORITHMS = [-7, -257, -8]

const site = () => new URL(env('URL'))

/** The host for whose pages passkeys are made. */
export const passkeyHost = () => site().hostname

const challengeBytes = (challenge: string) => isoBase64URL.toBuffer(challenge)

interface Registering {
  challenge: string
  /** Random, so that it tells nothing of the person. */
  userId: string
  email: string
  /** Credentials that the person has already. */
  known: string[]
}

export async function optionsToAdd({ challenge, userId, email, known }: Registering) {
  const options = await generateRegistrationOptions({
    rpName: clinic.name,
    rpID: passkeyHost(),
    userName: email,
    userID: new Uint8Array(Buffer.from(userId)),
    challenge: challengeBytes(challenge),
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: known.map((id) => ({ id })),
    supportedAlgorithmIDs: ALGORITHMS,
  })
  return parse(CreationOptionsSchema, options)
}

/** Without `known`, the person chooses among the passkeys that the device has for us. */
export async function optionsToProve(challenge: string, known: string[] = []) {
  const options = await generateAuthenticationOptions({
    rpID: passkeyHost(),
    challenge: challengeBytes(challenge),
    userVerification: 'required',
    allowCredentials: known.map((id) => ({ id })),
  })
  return parse(RequestOptionsSchema, options)
}

export interface NewCredential {
  id: string
  publicKey: string
  counter: number
  isSynced: boolean
}

/** Returns what is to be stored; undefined if the answer is not one to this challenge, of our pages. */
export async function readAttestation(
  attestation: InferOutput<typeof AttestationSchema>,
  challenge: string,
): Promise<NewCredential | undefined> {
  try {
    const encoded = isoBase64URL.toBuffer(attestation.response.attestationObject)
    // None was asked for. Certificates of makers would be read by much code for nothing.
    if (decodeAttestationObject(encoded).get('fmt') !== 'none')
      return refused('an attestation was not asked for')
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...attestation, response: { ...attestation.response, transports: [] } },
      expectedChallenge: challenge,
      expectedOrigin: site().origin,
      expectedRPID: passkeyHost(),
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified) return refused('not verified')
    const { credential, credentialBackedUp } = registrationInfo
    return {
      id: credential.id,
      publicKey: isoBase64URL.fromBuffer(credential.publicKey),
      counter: credential.counter,
      isSynced: credentialBackedUp,
    }
  } catch (error) {
    return refused((error as Error).name)
  }
}

export type StoredCredential = Pick<NewCredential, 'id' | 'publicKey'>

/** Returns the counter and whether the passkey is synchronised; undefined if the answer is not one to this challenge, of our pages. */
export async function readAssertion(
  assertion: InferOutput<typeof AssertionSchema>,
  challenge: string,
  { id, publicKey }: StoredCredential,
): Promise<{ counter: number; isSynced: boolean } | undefined> {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: assertion as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: site().origin,
      expectedRPID: passkeyHost(),
      // With 0 the library leaves it to us what a counter means that goes back.
      credential: { id, publicKey: isoBase64URL.toBuffer(publicKey), counter: 0 },
    })
    if (!verified) return refused('not verified')
    return { counter: authenticationInfo.newCounter, isSynced: authenticationInfo.credentialBackedUp }
  } catch (error) {
    return refused((error as Error).name)
  }
}

/** Logs why, without the answer itself. */
function refused(reason: string): undefined {
  log('warn', 'passkey refused', { reason })
}
