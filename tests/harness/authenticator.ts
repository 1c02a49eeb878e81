import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { ENVIRONMENT } from '#tests/harness/start-world.ts'

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest()

/** What a thief or a fault may change. */
interface Forged {
  origin?: string
  host?: string
  type?: string
  counter?: number
  /** Whether the person was not asked for a finger or PIN. */
  isUnverified?: boolean
  format?: string
  algorithm?: number
}

const { origin: ORIGIN, hostname: HOST } = new URL(ENVIRONMENT.URL)

/** A device with one passkey, written from the standard: https://www.w3.org/TR/webauthn-3/ */
export function createAuthenticator(id = base64(randomBytes(32))) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  let counter = 0

  const clientData = (type: string, challenge: string, origin = ORIGIN) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  /** Flags: user present 1, verified 4, may be backed up 8, is backed up 16, has a credential 64. */
  function authenticatorData({ host = HOST, isUnverified, ...forged }: Forged, attested = Buffer.alloc(0)) {
    const flags = 1 + (isUnverified ? 0 : 4) + 8 + 16 + (attested.length > 0 ? 64 : 0)
    const count = Buffer.alloc(4)
    counter += 1
    count.writeUInt32BE(forged.counter ?? counter)
    return Buffer.concat([sha256(host), Buffer.from([flags]), count, attested])
  }

  function attest(challenge: string, forged: Forged = {}) {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, forged.algorithm ?? -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ])
    const rawId = Buffer.from(id, 'base64url')
    const length = Buffer.alloc(2)
    length.writeUInt16BE(rawId.length)
    const attested = Buffer.concat([Buffer.alloc(16), length, rawId, isoCBOR.encode(key)])
    const object = new Map<string, unknown>([
      ['fmt', forged.format ?? 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authenticatorData(forged, attested))],
    ])
    return {
      id,
      rawId: id,
      type: 'public-key' as const,
      response: {
        clientDataJSON: base64(clientData(forged.type ?? 'webauthn.create', challenge, forged.origin)),
        attestationObject: base64(isoCBOR.encode(object as never)),
      },
      clientExtensionResults: {},
    }
  }

  function assert(challenge: string, forged: Forged = {}) {
    const client = clientData(forged.type ?? 'webauthn.get', challenge, forged.origin)
    const data = authenticatorData(forged)
    const signature = createSign('sha256')
      .update(Buffer.concat([data, sha256(client)]))
      .sign(privateKey)
    return {
      id,
      rawId: id,
      type: 'public-key' as const,
      response: {
        clientDataJSON: base64(client),
        authenticatorData: base64(data),
        signature: base64(signature),
      },
      clientExtensionResults: {},
    }
  }

  return { id, attest, assert }
}
