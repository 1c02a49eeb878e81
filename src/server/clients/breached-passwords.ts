import { createHash } from 'node:crypto'
import { env } from '#server/env.ts'
import { describeFailure, log } from '#server/log.ts'

/** Passwords that were in leaks of other websites. */
export interface BreachedPasswords {
  /** Returns whether a password is one of them. False if that cannot be found out, which it logs. */
  includes(password: string): Promise<boolean>
}

const API = 'https://api.pwnedpasswords.com'
/** Limit of the whole request, for which a person waits (ms). */
const TIMEOUT_MS = 2000
/** How much of a hash leaves this server (hex digits). About a thousand leaked passwords share them. */
const PREFIX_LENGTH = 5
/** Limit of a reply, which has about 40,000 (bytes). */
const REPLY_MAX = 1_000_000
/** The other digits of a hash, and how often it has leaked. */
const LINE = /^([\dA-F]{35}):(\d+)$/i

/**
 * Asks Have I Been Pwned for all hashes that begin like that of the password:
 * https://haveibeenpwned.com/API/v3#SearchingPwnedPasswordsByRange
 */
export const breachedPasswords = (timeoutMs = TIMEOUT_MS): BreachedPasswords => ({
  async includes(password) {
    // The service lists SHA-1. Normalised, as for our own hash.
    const hash = createHash('sha1').update(password.normalize('NFKC')).digest('hex').toUpperCase()
    try {
      const range = await fetchRange(hash.slice(0, PREFIX_LENGTH), AbortSignal.timeout(timeoutMs))
      // Padding has the count 0.
      return (range.get(hash.slice(PREFIX_LENGTH)) ?? 0) > 0
    } catch (error) {
      log('warn', 'breached passwords could not be checked', describeFailure(error))
      return false
    }
  },
})

class UnusableReply extends Error {
  override name = 'UnusableReply'
  readonly statusCode: number

  constructor(statusCode: number) {
    super('the reply is no list of hashes')
    this.statusCode = statusCode
  }
}

/** Returns how often each hash with this prefix has leaked, by its other digits in upper case. */
async function fetchRange(prefix: string, signal: AbortSignal): Promise<Map<string, number>> {
  const response = await fetch(new URL(`/range/${prefix}`, env('HIBP_API') ?? API), {
    // Replies of about one length, which does not tell the prefix to who sees the encrypted traffic.
    headers: { 'add-padding': 'true' },
    redirect: 'error',
    signal,
  })
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new UnusableReply(response.status)
  }
  const lines = (await readText(response)).trim().split(/\r?\n/)
  return new Map(
    lines.map((line) => {
      const [, suffix, count] = LINE.exec(line) ?? []
      if (!suffix) throw new UnusableReply(response.status)
      return [suffix.toUpperCase(), Number(count)]
    }),
  )
}

/** Throws, and reads no further, once a body is too long. */
async function readText({ status, body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > REPLY_MAX) throw new UnusableReply(status)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
